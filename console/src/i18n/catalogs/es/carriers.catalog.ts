// Translations of carriers, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Who delivers messages, and how.': 'Quién entrega mensajes y cómo.',
  'Add Carrier': 'Añadir operador',
  'No Carriers Yet': 'Aún sin operadores',
  'A carrier delivers messages over one or more connections: SMPP in either direction, or HTTP.':
    'Un operador entrega mensajes por una o más conexiones: SMPP en cualquier sentido, o HTTP.',
  'Create First Carrier': 'Crear el primer operador',
  'No carriers on this page': 'No hay operadores en esta página',
  'Back to the first page': 'Volver a la primera página',
  'Loading carriers': 'Cargando operadores',
  '{up} of {all} up': '{up} de {all} en línea',
  'Bound sessions': 'Sesiones enlazadas',
  'Messages, 24 h': 'Mensajes, 24 h',
  'Messages by the hour, last 24 hours': 'Mensajes por hora, últimas 24 horas',
  'Search carriers...': 'Buscar operadores...',
  'All states': 'Todos los estados',
  'No carrier matches': 'Ningún operador coincide',
  'Search by the name or the notes of a carrier, by a connection or its system_id.':
    'Busque por el nombre o las notas de un operador, por una conexión o por su system_id.',
  Up: 'En línea',
  'Partly up': 'En línea en parte',
  Down: 'Caído',
  Connecting: 'Conectando',
  Idle: 'En espera',
  'No connection': 'Sin conexiones',
  'All inactive': 'Todas inactivas',
  'This carrier could not be read. {reason}': 'No se pudo leer este operador. {reason}',
  'Loading the carrier': 'Cargando el operador',
  'Edit Carrier': 'Editar operador',
  'Add Connection': 'Añadir conexión',
  'More actions for {name}': 'Más acciones para {name}',
  '{name} was not activated. {reason}': '{name} no se activó. {reason}',
  'This carrier is inactive: none of its connections is up, and nothing is received.':
    'Este operador está inactivo: ninguna de sus conexiones está en línea y no se recibe nada.',
  'No connections yet': 'Aún sin conexiones',
  'Add the first way in: bind to the carrier, let the carrier bind to you, or take messages by HTTP.':
    'Añada la primera vía de entrada: haga bind al operador, deje que el operador lo haga o reciba mensajes por HTTP.',
  'Add First Connection': 'Añadir la primera conexión',
  'Copy carrier id': 'Copiar el ID del operador',
} satisfies Catalog
