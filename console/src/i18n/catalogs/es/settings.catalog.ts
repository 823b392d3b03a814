// Translations of settings, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'What the platform calls itself: on every page, in mails and on statements.':
    'Cómo se llama la plataforma: en cada página, en los correos y en los extractos.',
  'Name of the platform': 'Nombre de la plataforma',
  'In the menu, at the sign-in, in mails, on statements and in the title of the window.':
    'En el menú, al iniciar sesión, en los correos, en los extractos y en el título de la ventana.',
  'Line below the name': 'Línea bajo el nombre',
  'Unchanged, it is shown in the language of the reader. Empty: none.':
    'Si no se cambia, se muestra en el idioma de quien la lee. Vacía: ninguna.',
  'Policies and services of the whole platform. Each change is in the audit log.':
    'Políticas y servicios de toda la plataforma. Cada cambio queda en el registro de auditoría.',
  Sections: 'Secciones',
  'Loading settings': 'Cargando ajustes',
  'The settings could not be read: {reason}': 'No se pudieron leer los ajustes: {reason}',
  'Sign-in policy': 'Política de inicio de sesión',
  'How hard it is to be somebody else here, and how long a sign-in lasts.':
    'Cuánto cuesta suplantar a alguien aquí y cuánto dura un inicio de sesión.',
  'Mail server': 'Servidor de correo',
  'Sends links to forgotten passwords and invitations, and tells people what happens to their account.':
    'Envía enlaces para contraseñas olvidadas e invitaciones, y avisa a cada persona de lo que ocurre en su cuenta.',
  'While no server is set, admins hand links over themselves, and “Forgot password?” is not offered.':
    'Mientras no haya un servidor, los administradores entregan los enlaces personalmente y no se ofrece «¿Olvidó su contraseña?».',
  'SMS gateway': 'Pasarela de SMS',
  'Sends sign-in codes to phones, one HTTP request each.':
    'Envía códigos de inicio de sesión a teléfonos, con una solicitud HTTP por código.',
  'While no gateway is set, nobody can use a phone as second factor.':
    'Mientras no haya una pasarela, nadie puede usar un teléfono como segundo factor.',
  Captcha: 'Captcha',
  'Asks for proof of a person when a password is forgotten, and after failed sign-ins.':
    'Pide demostrar que se es una persona al olvidar la contraseña y tras inicios de sesión fallidos.',
  'When what was earned may leave.': 'Cuándo puede salir lo ganado.',
  'Shortest password': 'Longitud mínima de la contraseña',
  'Counts for passwords chosen from now on; nobody has to change theirs.':
    'Vale para las contraseñas que se elijan desde ahora; nadie tiene que cambiar la suya.',
  '{length} or more are recommended (OWASP ASVS 5.0, 6.2.1).': 'Se recomiendan {length} o más (OWASP ASVS 5.0, 6.2.1).',
  'Use {length}': 'Usar {length}',
  'Second factor required': 'Segundo factor obligatorio',
  'Whoever has none must set one up at their next request, before anything else.':
    'Quien no lo tenga deberá configurarlo en su próxima solicitud, antes de cualquier otra cosa.',
  'By default': 'Predeterminado',
  'Super admins: the console is served over https, where strangers reach it.':
    'Superadministradores: la consola se sirve por https, al alcance de desconocidos.',
  'Nobody: the console is not served over https.': 'Nadie: la consola no se sirve por https.',
  'These roles': 'Estos roles',
  'Whatever the address of the console.': 'Sea cual sea la dirección de la consola.',
  Admins: 'Administradores',
  'Super admins': 'Superadministradores',
  'Sign-in ends when unused for': 'La sesión termina sin uso tras',
  'A shorter time ends sign-ins that are unused for longer at once.':
    'Un plazo más corto cierra de inmediato las sesiones que lleven más tiempo sin uso.',
  'Has no effect: every sign-in ends after {days} days anyway.':
    'No tiene efecto: toda sesión termina de todos modos a los {days} días.',
  'Sign-in ends at the latest after': 'La sesión termina a más tardar tras',
  'However much it is used. A shorter time counts from when each sign-in began.':
    'Por mucho que se use. Un plazo más corto cuenta desde el comienzo de cada sesión.',
  'Temporary password ends after': 'La contraseña temporal caduca tras',
  'One that an admin made; it must be changed at the first sign-in anyway.':
    'La que creó un administrador; de todos modos hay que cambiarla en el primer inicio de sesión.',
  'Invitation ends after': 'La invitación caduca tras',
  'Links that are on their way keep their end.': 'Los enlaces ya enviados conservan su plazo.',
  'Password link ends after': 'El enlace de contraseña caduca tras',
  'Whoever has the link is in, so it should be short.':
    'Quien tiene el enlace puede entrar, así que el plazo debe ser corto.',
  days: { one: 'día', other: 'días' },
  minutes: { one: 'minuto', other: 'minutos' },
  seconds: { one: 'segundo', other: 'segundos' },
  characters: { one: 'carácter', other: 'caracteres' },
  codes: { one: 'código', other: 'códigos' },
  'Name of the server, such as smtp.example.com. Empty: no mail is sent.':
    'Nombre del servidor, como smtp.example.com. Vacío: no se envía correo.',
  'TLS from the first octet, usually port 465. The certificate is verified.':
    'TLS desde el primer octeto, normalmente en el puerto 465. Se verifica el certificado.',
  'TLS is insisted on before anything is said, usually port 587. The certificate is verified.':
    'Se exige TLS antes de cualquier intercambio, normalmente en el puerto 587. Se verifica el certificado.',
  'Everybody on the way can read links that open accounts. Only for a server on this machine.':
    'Cualquiera en el trayecto puede leer enlaces que abren cuentas. Solo para un servidor en este equipo.',
  STARTTLS: 'STARTTLS',
  'Empty: the server is used without signing in.': 'Vacío: el servidor se usa sin iniciar sesión.',
  'From address': 'Dirección del remitente',
  'What people see as the sender, and answer to.': 'La que se ve como remitente y a la que se responde.',
  'From name': 'Nombre del remitente',
  'Send Test Mail': 'Enviar correo de prueba',
  'To the address of your own account.': 'A la dirección de su propia cuenta.',
  'Sending…': 'Enviando…',
  'Where one code is posted to. Empty: no codes are sent.':
    'Adonde se envía cada código por POST. Vacía: no se envían códigos.',
  'Form fields': 'Campos de formulario',
  'Field of the number': 'Campo del número',
  'Field of the text': 'Campo del texto',
  'Field of the sender': 'Campo del remitente',
  'What phones show. Empty: the gateway decides.': 'Lo que muestran los teléfonos. Vacío: lo decide la pasarela.',
  'Header of the credential': 'Cabecera de la credencial',
  Credential: 'Credencial',
  'The whole value of the header, such as Bearer and a token.':
    'El valor completo de la cabecera, como Bearer y un token.',
  'Codes to one number a day': 'Códigos por número al día',
  'Each disturbs whoever has the number.': 'Cada uno molesta a quien tiene el número.',
  'Codes for one user a day': 'Códigos por usuario al día',
  'To whatever numbers.': 'A cualquier número.',
  'Codes in all a day': 'Total de códigos al día',
  'Each costs money. Beyond it no code is sent until midnight UTC.':
    'Cada uno cuesta dinero. Superado el límite, no se envían códigos hasta la medianoche UTC.',
  'Send Test SMS': 'Enviar SMS de prueba',
  'With its country code. One SMS is sent and paid for.': 'Con su código de país. Se envía y se paga un SMS.',
  Provider: 'Proveedor',
  'Failed attempts are slowed down all the same.': 'Los intentos fallidos se ralentizan de todos modos.',
  'Cloudflare Turnstile': 'Cloudflare Turnstile',
  'Mostly invisible. Browsers of visitors talk to Cloudflare.':
    'Casi siempre invisible. Los navegadores de los visitantes se comunican con Cloudflare.',
  hCaptcha: 'hCaptcha',
  'A picture puzzle where in doubt. Browsers of visitors talk to hCaptcha.':
    'Un reto con imágenes en caso de duda. Los navegadores de los visitantes se comunican con hCaptcha.',
  'Site key': 'Clave del sitio',
  'Public; every visitor of the sign-in gets it.': 'Pública; la recibe todo visitante del inicio de sesión.',
  'Secret key': 'Clave secreta',
  'Earnings mature for': 'Las ganancias maduran durante',
  'Settled earnings wait so long before they are available. 0: at once. What is settled already keeps its day.':
    'Las ganancias liquidadas esperan este tiempo antes de estar disponibles. 0: de inmediato. Lo ya liquidado conserva su fecha.',
  'When money that came becomes a user’s. Each network needs confirmations of its own, whatever is set here.':
    'Cuándo el dinero recibido pasa a ser de un usuario. Cada red exige sus propias confirmaciones, sea cual sea el ajuste.',
  'Least deposit': 'Depósito mínimo',
  'Less cannot be announced; what comes all the same goes to the reviews. A method may ask for more.':
    'No se puede anunciar menos; lo que llegue de todos modos pasa a las revisiones. Un método puede exigir más.',
  'Announced deposits wait for': 'Los depósitos anunciados esperan',
  'Then they expire. A payment that comes later goes to the reviews.':
    'Después caducan. Un pago que llegue más tarde pasa a las revisiones.',
  'Exact amounts rest for': 'Los importes exactos se reservan durante',
  'So long nobody else is given the amount of an ended deposit, so that a late payment is not taken for theirs. Only where deposits share an address.':
    'Durante ese tiempo nadie más recibe el importe de un depósito terminado, para que un pago tardío no se confunda con el suyo. Solo donde los depósitos comparten una dirección.',
  'Second node asked from': 'Se consulta el segundo nodo desde',
  'From so much on a second node has to say the same before it is credited, where one is set. 0: always.':
    'Desde este importe, un segundo nodo debe decir lo mismo antes de acreditar, si hay uno definido. 0: siempre.',
  'Further confirmations': 'Confirmaciones adicionales',
  'Blocks beyond what each network needs. More is safer and slower.':
    'Bloques además de los que exige cada red. Más es más seguro y más lento.',
  'How much may leave, how soon, and who has to say yes. Counts for what is requested from now on.':
    'Cuánto puede salir, con qué rapidez y quién debe aprobarlo. Vale para lo que se solicite desde ahora.',
  'Pause withdrawals': 'Pausar los retiros',
  'Stops them for everybody at once: nothing can be requested, approved or sent until they go on. What is on its way to be final still is, and the money stays with its owners.':
    'Los detiene para todos de inmediato: no se puede solicitar, aprobar ni enviar nada hasta que se reanuden. Lo ya enviado sigue hasta ser definitivo y el dinero sigue siendo de sus titulares.',
  'Withdrawals are paused': 'Los retiros están en pausa',
  'Nothing can be requested, approved or sent. What waits keeps its place.':
    'No se puede solicitar, aprobar ni enviar nada. Lo que espera conserva su lugar.',
  'Let withdrawals go on': 'Reanudar los retiros',
  'Pause withdrawals for everybody?': '¿Pausar los retiros para todos?',
  'At once nothing can be requested, approved or sent. Users are told that withdrawals are paused. Nothing is lost, and you can let them go on at any time.':
    'De inmediato no se podrá solicitar, aprobar ni enviar nada. Se avisa a los usuarios de que los retiros están en pausa. No se pierde nada y puede reanudarlos en cualquier momento.',
  'Let withdrawals go on?': '¿Reanudar los retiros?',
  'Users can request again, and what waits can be approved and sent.':
    'Los usuarios podrán volver a solicitar, y lo que espera se podrá aprobar y enviar.',
  'Withdrawals are paused.': 'Los retiros están en pausa.',
  'Withdrawals go on.': 'Los retiros se reanudaron.',
  Limits: 'Límites',
  'Who says yes': 'Quién aprueba',
  Rests: 'Esperas',
  'Least withdrawal': 'Retiro mínimo',
  'A method may ask for more.': 'Un método puede exigir más.',
  'Most at a time': 'Máximo por retiro',
  'One request cannot be for more.': 'Una solicitud no puede superar este importe.',
  'Most for one user a day': 'Máximo por usuario al día',
  'A day of UTC. What was rejected or cancelled does not count.': 'Un día de UTC. Lo rechazado o cancelado no cuenta.',
  'Requests of one user a day': 'Solicitudes por usuario al día',
  'Each is looked at by people.': 'Cada una la revisan personas.',
  'Most for everybody a day': 'Máximo entre todos al día',
  'Bounds what a break-in can cost in one day.': 'Limita lo que puede costar una intrusión en un día.',
  'Second person from': 'Segunda persona desde',
  'From so much on two people have to approve. 0: always two.':
    'Desde este importe deben aprobar dos personas. 0: siempre dos.',
  'Nobody needed below': 'Sin aprobación por debajo de',
  'Below so much a request without anything odd is approved by itself. 0: somebody always has to.':
    'Por debajo de este importe, una solicitud sin nada extraño se aprueba por sí sola. 0: siempre debe aprobar alguien.',
  'New destinations rest for': 'Los destinos nuevos esperan',
  'So that whoever broke into an account cannot empty it at once.':
    'Para que quien haya entrado en una cuenta ajena no pueda vaciarla de inmediato.',
  'Rest after a change of sign-in': 'Espera tras un cambio de acceso',
  'After a new password, email address or factor nothing leaves for so long.':
    'Tras una contraseña, un correo o un factor nuevos, no sale nada durante este tiempo.',
  'Accounts rest at first for': 'Espera inicial de las cuentas',
  'A new account cannot withdraw for so long.': 'Una cuenta nueva no puede retirar durante este tiempo.',
  'PayPal money stays with PayPal for': 'El dinero de PayPal sigue en PayPal durante',
  'What PayPal brought may leave only to PayPal for so long, since it may be charged back. 0: anywhere at once.':
    'Lo que llegó por PayPal solo puede salir a PayPal durante este tiempo, porque podría reclamarse su devolución. 0: a cualquier destino de inmediato.',
  'Nobody withdraws without one. Otherwise the password proves those who have none.':
    'Nadie retira sin él. Si está desactivado, quienes no lo tienen se identifican con la contraseña.',
  Integrity: 'Integridad',
  'When traffic looks inflated: each signal opens a case that holds what the range earned, until two people end it.':
    'Cuándo el tráfico parece inflado: cada señal abre un caso que retiene lo que ganó el rango hasta que dos personas lo cierran.',
  'Off: nothing is judged, and no case opens by itself.':
    'Desactivado: no se evalúa nada y ningún caso se abre por sí solo.',
  'Watch traffic': 'Vigilar el tráfico',
  'Every closed hour of every range is judged.': 'Se evalúa cada hora cerrada de cada rango.',
  'Hours judged from': 'Horas evaluadas desde',
  'An hour with fewer messages is never judged: small numbers say little.':
    'Una hora con menos mensajes nunca se evalúa: los números pequeños dicen poco.',
  'An hour so many times the range’s own median of the two weeks before.':
    'Una hora que supera tantas veces la mediana del propio rango en las dos semanas anteriores.',
  'So much of a range’s numbers hit in one hour, in their order.':
    'Esta proporción de los números de un rango recibe en una hora, en orden.',
  'So much of an hour’s messages from one sender.':
    'Esta proporción de los mensajes de una hora viene de un mismo remitente.',
  'So much of an hour’s messages with one text.': 'Esta proporción de los mensajes de una hora tiene un mismo texto.',
  'A range is new for': 'Un rango es nuevo durante',
  'So long after it began it is watched for earning too much. 0: never.':
    'Durante este tiempo desde su comienzo se vigila si gana demasiado. 0: nunca.',
  'A new range earns too much from': 'Un rango nuevo gana demasiado desde',
  'In one day.': 'En un día.',
  'From when on something is wrong. An alert opens by itself, is told to super admins, and resolves by itself.':
    'Desde cuándo algo va mal. Una alerta se abre por sí sola, avisa a los superadministradores y se resuelve por sí sola.',
  'Connection down for': 'Conexión caída durante',
  'One that should be up and is not. 0: at once.': 'Una que debería estar en línea y no lo está. 0: de inmediato.',
  'Quiet instead of': 'Silencio en lugar de',
  'An hour without messages, on a connection that usually has at least so many in it.':
    'Una hora sin mensajes en una conexión que suele tener al menos estos.',
  'Into quarantine': 'En cuarentena',
  'So many within an hour: numbers that nobody owns, or a carrier that sends to the wrong place.':
    'Tantos en una hora: números sin titular o un operador que envía al lugar equivocado.',
  'Not stored for': 'Sin guardar durante',
  'From received to durable. Carriers wait meanwhile; nothing is lost.':
    'Desde que se recibe hasta que queda guardado. Entretanto los operadores esperan; no se pierde nada.',
  'Faults of requests': 'Fallos de solicitudes',
  'So much of what is asked within five minutes is answered with a fault of ours.':
    'Esta proporción de lo solicitado en cinco minutos se responde con un fallo de la plataforma.',
  'Slow requests': 'Solicitudes lentas',
  'One request in twenty takes longer.': 'Una de cada veinte solicitudes tarda más.',
  'Free disk below': 'Disco libre por debajo de',
  'Of the disk with the database, where it is on this machine.':
    'Del disco con la base de datos, si está en este equipo.',
  'Withdrawal waits for': 'Un retiro espera',
  'Somebody has to approve or send it, and nobody did.': 'Alguien debe aprobarlo o enviarlo y nadie lo hizo.',
  'Newest backup older than': 'Última copia de seguridad con más de',
  'Where a folder of backups is configured.': 'Si hay una carpeta de copias de seguridad configurada.',
  Retention: 'Conservación',
  'What is forgotten, and when. Figures, money and the audit log are kept whatever is set here.':
    'Qué se olvida y cuándo. Las cifras, el dinero y el registro de auditoría se conservan sea cual sea el ajuste.',
  'Texts of messages are kept for': 'Los textos de los mensajes se conservan',
  'Then text and octets of a message go for good, also from quarantine; its row, sender, number and earning stay. 0: kept always.':
    'Después, el texto y los octetos de un mensaje se borran para siempre, también de la cuarentena; su fila, remitente, número y ganancia permanecen. 0: se conservan siempre.',
  'Files of exports are kept for': 'Los archivos de exportaciones se conservan',
  'Of those that are made from now on. Then the file is removed; it can be made again.':
    'Los que se creen desde ahora. Después el archivo se elimina; se puede volver a crear.',
  milliseconds: { one: 'milisegundo', other: 'milisegundos' },
  USD: 'USD',
  hours: { one: 'hora', other: 'horas' },
  blocks: { one: 'bloque', other: 'bloques' },
  requests: { one: 'solicitud', other: 'solicitudes' },
  messages: { one: 'mensaje', other: 'mensajes' },
  times: { one: 'vez', other: 'veces' },
  'Will be replaced': 'Se reemplazará',
  nobody: 'nadie',
  '{count} unsaved changes': { one: '{count} cambio sin guardar', other: '{count} cambios sin guardar' },
  'What will change': 'Qué cambiará',
  '{before} becomes {after}': '{before} pasa a {after}',
  'unsaved changes': 'cambios sin guardar',
  Discard: 'Descartar',
  '{section}: saved.': '{section}: guardado.',
  'Somebody else changed this section meanwhile.': 'Otra persona cambió esta sección entretanto.',
  '{field} is now {value}.': '{field} es ahora {value}.',
  'Keep Mine': 'Conservar lo mío',
  'Take Theirs': 'Usar lo de la otra persona',
  'The secret may have been changed, too.': 'Es posible que también se haya cambiado el secreto.',
  'The test uses what is saved. Save your changes first.': 'La prueba usa lo guardado. Guarde primero sus cambios.',
  'Sent. The other side said: {detail}': 'Enviado. El otro extremo respondió: {detail}',
  'Refused: {detail}': 'Rechazado: {detail}',
  'Nobody took it: {detail}': 'Nadie lo recibió: {detail}',
  'Leave without saving?': '¿Salir sin guardar?',
  'You changed {sections} and have not saved it.': 'Cambió {sections} y no lo ha guardado.',
  Leave: 'Salir',
  Stay: 'Quedarse',
} satisfies Catalog
