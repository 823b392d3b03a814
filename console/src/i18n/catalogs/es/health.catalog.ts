// Translations of health, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Health: 'Salud',
  '7 days': '7 días',
  'Loading health': 'Cargando la salud',
  'Its health could not be read. {reason}': 'No se pudo leer su salud. {reason}',
  'Bound {percent} of the time': 'Enlazada el {percent} del tiempo',
  'HTTP has no sessions: what counts is whether requests come.':
    'HTTP no tiene sesiones: lo que cuenta es que lleguen solicitudes.',
  'Sessions over time: {summary}': 'Sesiones a lo largo del tiempo: {summary}',
  '{state} for {duration}': '{state} durante {duration}',
  'All bound': 'Todas enlazadas',
  'Some bound': 'Algunas enlazadas',
  'None bound': 'Ninguna enlazada',
  'Not yet there': 'Aún no existía',
  Now: 'Ahora',
  'It was bound so often that the oldest sessions are left out.':
    'Se enlazó tantas veces que se omiten las sesiones más antiguas.',
  Outages: 'Caídas',
  'None in this time': 'Ninguna en este tiempo',
  'Since {time}': 'Desde {time}',
  '{time}, for {duration}': '{time}, durante {duration}',
  'No session ended in this time; it was not bound before.':
    'Ninguna sesión terminó en este tiempo; antes no estaba enlazada.',
  'Messages by the hour': 'Mensajes por hora',
  'Faults by the hour': 'Fallos por hora',
  'Refused, malformed and throttled': 'Rechazados, malformados y limitados',
  'Nothing came in this time': 'No llegó nada en este tiempo',
  'No faults in this time': 'Sin fallos en este tiempo',
  'Protocol trace': 'Traza del protocolo',
  'Protocol trace of {name}': 'Traza del protocolo de {name}',
  'What this connection sends and receives right now. Texts, passwords and secrets are never in it; that you look is in the audit log.':
    'Lo que esta conexión envía y recibe en este momento. Nunca incluye textos, contraseñas ni secretos; su consulta queda en el registro de auditoría.',
  'Beginning to watch': 'Empezando a observar',
  Watching: 'Observando',
  'Over: a trace lasts ten minutes at most.': 'Terminada: una traza dura diez minutos como máximo.',
  'Over: you were signed out.': 'Terminada: se cerró su sesión.',
  'The trace broke off. {reason}': 'La traza se interrumpió. {reason}',
  Begin: 'Empezar',
  'Begin again': 'Empezar de nuevo',
  Clear: 'Vaciar',
  'Copy as text': 'Copiar como texto',
  'The trace was copied': 'La traza se copió',
  'Filter...': 'Filtrar...',
  'Filter lines by what they contain': 'Filtrar las líneas por su contenido',
  'Hide enquire_link': 'Ocultar enquire_link',
  '{count} lines': { one: '{count} línea', other: '{count} líneas' },
  '{count} lines were left out: more passes than is shown': {
    one: 'Se omitió {count} línea: pasa más de lo que se muestra',
    other: 'Se omitieron {count} líneas: pasa más de lo que se muestra',
  },
  '{count} sessions are served by another process and are not seen here.': {
    one: '{count} sesión la atiende otro proceso y no se ve aquí.',
    other: '{count} sesiones las atiende otro proceso y no se ven aquí.',
  },
  'No session is bound in this process right now. What comes appears here.':
    'Ahora no hay ninguna sesión enlazada en este proceso. Lo que llegue aparece aquí.',
  'Nothing passed yet. A quiet connection sends an enquire_link now and then.':
    'Aún no ha pasado nada. Una conexión sin tráfico envía un enquire_link de vez en cuando.',
  'No line fits the filter.': 'Ninguna línea coincide con el filtro.',
  in: 'entrada',
  out: 'salida',
  Direction: 'Sentido',
  Command: 'Comando',
  'No.': 'N.º',
  'Time and size': 'Hora y tamaño',
  'Nobody watches yet': 'Nadie observa todavía',
  'A trace lasts ten minutes at most and may be ended at any time.':
    'Una traza dura diez minutos como máximo y se puede terminar en cualquier momento.',
  'Lines of the trace, newest first': 'Líneas de la traza, las más recientes primero',
  '{count} min': { one: '{count} min', other: '{count} min' },
} satisfies Catalog
