// Translations of alerts, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Alerts that are open': 'Alertas abiertas',
  'Alerts that are over': 'Alertas terminadas',
  'Which alerts': 'Qué alertas',
  'resolved|Over': 'Terminadas',
  'All Systems Normal': 'Todos los sistemas con normalidad',
  'Nothing that is measured is out of order.': 'Nada de lo que se mide está fuera de orden.',
  'No open alerts': 'Sin alertas abiertas',
  'Nothing that you can act on is out of order.': 'Nada de lo que usted puede atender está fuera de orden.',
  'Nothing was wrong yet': 'Aún no hubo ningún problema',
  'Alerts that are over are kept here for 90 days.': 'Las alertas terminadas se conservan aquí durante 90 días.',
  'Loading alerts': 'Cargando alertas',
  'These alerts may be out of date: {reason}': 'Estas alertas pueden no estar al día: {reason}',
  Warning: 'Advertencia',
  Critical: 'Crítica',
  'over {time}': 'terminada {time}',
  'Opened {count} times': { one: 'Se abrió {count} vez', other: 'Se abrió {count} veces' },
  '{name} looks after it': '{name} se ocupa de ella',
  Note: 'Nota',
  'What you found, or what you are doing about it. Everybody who sees this alert can read it.':
    'Lo que encontró o lo que está haciendo al respecto. Puede leerlo quien vea esta alerta.',
  Acknowledge: 'Confirmar',
  'Acknowledge {name}': 'Confirmar {name}',
  'Change the note': 'Cambiar la nota',
  'Change the note of {name}': 'Cambiar la nota de {name}',
  'Says that you look after it. The alert stays until what it is about is over.':
    'Indica que usted se ocupa. La alerta permanece hasta que termine lo que la causó.',
  'You look after {name}': 'Usted se ocupa de {name}',
  'This alert is over, or not one that you can act on.': 'Esta alerta terminó o no es de las que usted puede atender.',
  'The latest first': 'Lo más reciente primero',
  Look: 'Ver',
  'Look into {name}': 'Ver {name}',
  'Connection down': 'Conexión caída',
  'Down for {count} minutes.': { one: 'Caída desde hace {count} minuto.', other: 'Caída desde hace {count} minutos.' },
  'Its carrier keeps its messages meanwhile. Read the last error in its log; host, port and password are the usual causes.':
    'Mientras tanto, su operador guarda los mensajes. Lea el último error en su registro; el host, el puerto y la contraseña son las causas habituales.',
  'No messages': 'Sin mensajes',
  'No message for {count} minutes; about {usual} an hour are usual at this time.': {
    one: 'Ningún mensaje desde hace {count} minuto; lo habitual a esta hora son unos {usual} por hora.',
    other: 'Ningún mensaje desde hace {count} minutos; lo habitual a esta hora son unos {usual} por hora.',
  },
  'It is up, or uses no session. Ask the carrier whether there is traffic, and whether it is routed to us.':
    'Está activa o no usa sesión. Pregunte al operador si hay tráfico y si se enruta hacia nosotros.',
  'Quarantine growing': 'La cuarentena crece',
  '{count} messages were quarantined within an hour; {usual} are usual.': {
    one: '{count} mensaje entró en cuarentena en una hora; lo habitual son {usual}.',
    other: '{count} mensajes entraron en cuarentena en una hora; lo habitual son {usual}.',
  },
  'Look which numbers they were sent to: a range may be missing, inactive or without an owner.':
    'Vea a qué números se enviaron: puede faltar un rango, o estar inactivo o sin titular.',
  'Receiving is slow': 'La recepción es lenta',
  'Messages wait {count} seconds until they are stored; {queued} are queued.': {
    one: 'Los mensajes esperan {count} segundo hasta almacenarse; {queued} en cola.',
    other: 'Los mensajes esperan {count} segundos hasta almacenarse; {queued} en cola.',
  },
  'Carriers wait for their answers. Look at the disk and the database; a slow disk is the usual cause.':
    'Los operadores esperan sus respuestas. Revise el disco y la base de datos; un disco lento es la causa habitual.',
  'Requests fail': 'Fallan solicitudes',
  '{count} of {requests} requests failed within five minutes ({percent}%).': {
    one: 'Falló {count} de {requests} solicitudes en cinco minutos ({percent}%).',
    other: 'Fallaron {count} de {requests} solicitudes en cinco minutos ({percent}%).',
  },
  'The program’s log names each with its request id. Look at the database first.':
    'El registro del programa nombra cada una con su identificador de solicitud. Revise primero la base de datos.',
  'Answers are slow': 'Las respuestas son lentas',
  'Look whether the machine or its disk is busy, and whether the database answers slowly.':
    'Compruebe si el equipo o su disco están ocupados y si la base de datos responde con lentitud.',
  'Database connections': 'Conexiones de la base de datos',
  'Look who else uses it. New connections are refused once none is left.':
    'Compruebe quién más la usa. Cuando no quede ninguna, se rechazarán las conexiones nuevas.',
  'Disk nearly full': 'Disco casi lleno',
  '{percent}% of the disk are free: {free}.': 'Queda libre el {percent}% del disco: {free}.',
  'Make room or give it a larger disk. PostgreSQL stops when nothing is left.':
    'Libere espacio o use un disco más grande. PostgreSQL se detiene cuando no queda nada.',
  'The books do not balance': 'Las cuentas no cuadran',
  'The last check found {count} differences. {first}': {
    one: 'La última comprobación encontró {count} diferencia. {first}',
    other: 'La última comprobación encontró {count} diferencias. {first}',
  },
  'Pause withdrawals, then run the check of the ledger on the server: it names every difference.':
    'Pause los retiros y luego ejecute en el servidor la comprobación del libro mayor: nombra cada diferencia.',
  'Ledger not checked': 'Libro mayor sin comprobar',
  'The last check is {count} hours old; it should run every hour.': {
    one: 'La última comprobación fue hace {count} hora; debería hacerse cada hora.',
    other: 'La última comprobación fue hace {count} horas; debería hacerse cada hora.',
  },
  'Look whether background jobs run, and whether the job check-ledger fails.':
    'Compruebe si las tareas en segundo plano se ejecutan y si falla la tarea check-ledger.',
  'Settlement late': 'Liquidación atrasada',
  'An hour that ended {count} hours ago is not settled.': {
    one: 'Una hora que terminó hace {count} hora no está liquidada.',
    other: 'Una hora que terminó hace {count} horas no está liquidada.',
  },
  'Nothing is lost: it is settled once the job settle-earnings runs. Look whether it fails.':
    'No se pierde nada: se liquida en cuanto se ejecute la tarea settle-earnings. Compruebe si falla.',
  'Audit log changed': 'Registro de auditoría modificado',
  '{count} blocks of the audit log were changed after they were sealed.': {
    one: '{count} bloque del registro de auditoría se modificó después de sellarse.',
    other: '{count} bloques del registro de auditoría se modificaron después de sellarse.',
  },
  'Somebody with access to the database changed it. Keep a copy of the database and find out who.':
    'Lo modificó alguien con acceso a la base de datos. Guarde una copia de la base de datos y averigüe quién fue.',
  'Audit log not verified': 'Registro de auditoría sin verificar',
  'It was last verified {count} hours ago; it should be every night.': {
    one: 'Se verificó por última vez hace {count} hora; debería hacerse cada noche.',
    other: 'Se verificó por última vez hace {count} horas; debería hacerse cada noche.',
  },
  'Look whether background jobs run, and whether the job verify-audit-chain fails.':
    'Compruebe si las tareas en segundo plano se ejecutan y si falla la tarea verify-audit-chain.',
  'Background jobs stopped': 'Tareas en segundo plano detenidas',
  'No scheduled job has started for {count} minutes.': {
    one: 'Ninguna tarea programada se ha iniciado desde hace {count} minuto.',
    other: 'Ninguna tarea programada se ha iniciado desde hace {count} minutos.',
  },
  'Nothing is settled, checked or mailed meanwhile. Restart the program, and read its log.':
    'Mientras tanto no se liquida, comprueba ni envía nada por correo. Reinicie el programa y lea su registro.',
  'A job fails': 'Una tarea falla',
  'It failed {count} times. {error}': { one: 'Falló {count} vez. {error}', other: 'Falló {count} veces. {error}' },
  'It is tried again with growing pauses. The error says what to mend.':
    'Se reintenta con pausas cada vez mayores. El error dice qué hay que corregir.',
  'Counting is late': 'El recuento va con retraso',
  'Messages have waited {count} minutes to be counted by sender and to be searchable.': {
    one: 'Hay mensajes que esperan desde hace {count} minuto para contarse por remitente y poder buscarse.',
    other: 'Hay mensajes que esperan desde hace {count} minutos para contarse por remitente y poder buscarse.',
  },
  'No message is missing. Look whether the machine is busy, and at the program’s log.':
    'No falta ningún mensaje. Compruebe si el equipo está ocupado y revise el registro del programa.',
  'Mail fails': 'Falla el correo',
  '{waiting} mails wait and {failed} were given up within a day. {error}':
    '{waiting} correos esperan y en un día se desistió de {failed}. {error}',
  'Send a test mail from Platform Settings: it says what the mail server answered.':
    'Envíe un correo de prueba desde Ajustes de la plataforma: muestra lo que respondió el servidor de correo.',
  'Payment service away': 'Servicio de pagos sin respuesta',
  'It has not answered for {count} minutes. {detail}': {
    one: 'No responde desde hace {count} minuto. {detail}',
    other: 'No responde desde hace {count} minutos. {detail}',
  },
  'Deposits are credited once it answers again. Test the method, or give it another node.':
    'Los depósitos se acreditan cuando vuelva a responder. Pruebe el método o asígnele otro nodo.',
  'PayPal messages wait': 'Mensajes de PayPal en espera',
  'They are tried again by themselves. Look whether PayPal answers and whether jobs fail.':
    'Se reintentan por sí solos. Compruebe si PayPal responde y si fallan tareas.',
  'Withdrawals wait': 'Retiros en espera',
  'Approve or reject them. Their owners see that they wait.':
    'Apruébelos o rechácelos. Sus titulares ven que están en espera.',
  'Backup old': 'Copia de seguridad antigua',
  'The newest backup, {file}, is {count} hours old.': {
    one: 'La copia de seguridad más reciente, {file}, es de hace {count} hora.',
    other: 'La copia de seguridad más reciente, {file}, es de hace {count} horas.',
  },
  'Look at what writes your backups. Only a backup that was restored once is one.':
    'Revise lo que escribe sus copias de seguridad. Solo cuenta como copia la que ya se restauró una vez.',
  'No backup': 'Sin copia de seguridad',
  'There is no backup in the folder that BACKUP_DIR names. {error}':
    'No hay ninguna copia de seguridad en la carpeta que indica BACKUP_DIR. {error}',
  'Look whether the folder is there and readable for the program, and whether backups are written to it.':
    'Compruebe si la carpeta existe y el programa puede leerla, y si se escriben copias de seguridad en ella.',
  'Live view late': 'Vista en vivo con retraso',
  'The program does not hear the database’s notifications.':
    'El programa no recibe las notificaciones de la base de datos.',
  'Nothing is lost: screens look by themselves and are seconds late. It connects again by itself.':
    'No se pierde nada: las pantallas consultan por sí solas y se retrasan unos segundos. La conexión se restablece sola.',
  'webhooks_waitingIs|{count} messages of PayPal are not handled, the oldest for {minutes} minutes.': {
    one: '{count} mensaje de PayPal está sin procesar, desde hace {minutes} minutos.',
    other: '{count} mensajes de PayPal están sin procesar, el más antiguo desde hace {minutes} minutos.',
  },
  'withdrawals_waitingIs|{count} withdrawals wait for an approval, the oldest for {hours} hours.': {
    one: '{count} retiro espera aprobación, desde hace {hours} horas.',
    other: '{count} retiros esperan aprobación, el más antiguo desde hace {hours} horas.',
  },
} satisfies Catalog
