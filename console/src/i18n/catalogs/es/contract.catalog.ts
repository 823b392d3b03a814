// Translations of contract, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'The address {path} needs {name}.': 'La dirección {path} necesita {name}.',
  'The server cannot be reached. Check your connection.':
    'No se puede conectar con el servidor. Compruebe la conexión.',
  'Sign in to continue.': 'Inicie sesión para continuar.',
  'The server answered {status}.': 'El servidor respondió {status}.',
  'At most 500 characters.': '500 caracteres como máximo.',
  'Give beginnings of actions, separated by commas.': 'Indique comienzos de acciones separados por comas.',
  'Give an IP address.': 'Indique una dirección IP.',
  'The password is required.': 'Se requiere la contraseña.',
  'An SMPP 3.4 password has at most 8 characters (clause 5.2.2).':
    'Una contraseña de SMPP 3.4 tiene 8 caracteres como máximo (cláusula 5.2.2).',
  'The system_id is required.': 'Se requiere el system_id.',
  'A system_id has at most 15 characters (clause 5.2.1).':
    'Un system_id tiene 15 caracteres como máximo (cláusula 5.2.1).',
  'Use printable ASCII without spaces.': 'Use ASCII imprimible sin espacios.',
  'Give an address or a block, for example 203.0.113.7 or 203.0.113.0/24.':
    'Indique una dirección o un bloque, por ejemplo 203.0.113.7 o 203.0.113.0/24.',
  'The host is required.': 'Se requiere el host.',
  'The name is required.': 'Se requiere el nombre.',
  'Give at least one field to change.': 'Indique al menos un campo para cambiar.',
  'Say why, for whoever reads it later.': 'Diga por qué, para quien lo lea después.',
  'Give 8 to 100 characters.': 'Escriba de 8 a 100 caracteres.',
  'A transaction hash has 64 hexadecimal digits.': 'Un hash de transacción tiene 64 dígitos hexadecimales.',
  'The request could not be read as JSON.': 'La solicitud no se pudo leer como JSON.',
  'The signature of this message does not match.': 'La firma de este mensaje no coincide.',
  'Choose a new password before you continue.': 'Elija una contraseña nueva antes de continuar.',
  'Show your second factor before you continue.': 'Muestre su segundo factor antes de continuar.',
  'Your role needs a second factor. Set one up before you continue.':
    'Su rol necesita un segundo factor. Configure uno antes de continuar.',
  'Show your second factor again before you continue.': 'Vuelva a mostrar su segundo factor antes de continuar.',
  'Your role does not allow this.': 'Su rol no lo permite.',
  'You may look, not change: you act for this user.': 'Puede mirar, no cambiar: actúa en nombre de este usuario.',
  'Nobody may do this for somebody else.': 'Nadie puede hacer esto por otra persona.',
  'You no longer act for this user.': 'Ya no actúa en nombre de este usuario.',
  'This request came from another origin.': 'Esta solicitud vino de otro origen.',
  'There is nothing here, or you may not see it.': 'Aquí no hay nada o no puede verlo.',
  'This address does not answer to that method.': 'Esta dirección no responde a ese método.',
  'This conflicts with what is stored.': 'Esto entra en conflicto con lo guardado.',
  'This username is taken.': 'Este nombre de usuario ya existe.',
  'This email address belongs to another user.': 'Esta dirección de correo es de otro usuario.',
  'These numbers overlap another range.': 'Estos números se superponen con otro rango.',
  'Numbers of a range that has received messages cannot be changed.':
    'No se pueden cambiar los números de un rango que ya recibió mensajes.',
  'Somebody changed this range meanwhile. Look at it again before you save.':
    'Alguien cambió este rango entretanto. Revíselo antes de guardar.',
  'Another carrier has this name.': 'Otro operador tiene este nombre.',
  'Another connection uses this system_id.': 'Otra conexión usa este system_id.',
  'Another provider has this id, or this issuer and client.':
    'Otro proveedor tiene este identificador, o este emisor y cliente.',
  'Users are linked to this provider. Disable it instead.':
    'Hay usuarios vinculados a este proveedor. Mejor desactívelo.',
  'Somebody changed the settings meanwhile. Look at them again before you save.':
    'Alguien cambió los ajustes entretanto. Revíselos antes de guardar.',
  'You keep another view of this name.': 'Ya tiene otra vista con este nombre.',
  'You keep as many views of this section as can be kept. Delete one first.':
    'Ya tiene todas las vistas que caben en esta sección. Elimine una primero.',
  'The amount is below the minimum.': 'El importe está por debajo del mínimo.',
  'This is more than is ready for withdrawal.': 'Es más de lo disponible para retirar.',
  'This is over a limit.': 'Supera un límite.',
  'Withdrawals rest for a while after a change of how you sign in.':
    'Los retiros esperan un tiempo después de un cambio en su forma de iniciar sesión.',
  'This destination is new and not usable yet.': 'Este destino es nuevo y aún no se puede usar.',
  'Money cannot be sent to this destination.': 'No se puede enviar dinero a este destino.',
  'Withdrawals are paused for everybody at the moment.': 'Los retiros están en pausa para todos en este momento.',
  'The proof was not accepted. Try again.': 'La prueba no se aceptó. Inténtelo de nuevo.',
  'This took too long or was used before. Begin again.': 'Tardó demasiado o ya se usó. Empiece de nuevo.',
  'This request key was used for something else. Use a new key for a new request.':
    'Esta clave de solicitud se usó para otra cosa. Use una clave nueva para una solicitud nueva.',
  'Another active method is of this kind.': 'Ya hay otro método activo de este tipo.',
  'The token could not be checked on the chain, so the method cannot be enabled.':
    'No se pudo comprobar el token en la cadena, así que el método no se puede activar.',
  'This has moved on meanwhile. Look at it again.': 'Esto avanzó entretanto. Revíselo de nuevo.',
  'Somebody else has to do this step.': 'Este paso debe hacerlo otra persona.',
  'This transaction does not prove the payment.': 'Esta transacción no demuestra el pago.',
  'This transaction was used before.': 'Esta transacción ya se usó.',
  'The payment service cannot be reached at the moment. Nothing was lost; try again shortly.':
    'No se puede conectar con el servicio de pagos en este momento. No se perdió nada; inténtelo en breve.',
  'The last active super admin cannot be changed away.': 'No se puede cambiar el último superadministrador activo.',
  'The request body is larger than allowed.': 'El cuerpo de la solicitud es mayor de lo permitido.',
  'Send JSON, or a form where one is documented.': 'Envíe JSON, o un formulario donde esté documentado.',
  'Some fields need attention.': 'Algunos campos requieren atención.',
  'This user is inactive or does not exist.': 'Este usuario está inactivo o no existe.',
  'Too many requests. Wait a moment and try again.': 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
  'Something failed on our side. Quote the request id to support.':
    'Algo falló de nuestro lado. Indique el identificador de la solicitud a soporte.',
  'The database cannot be reached at the moment. Try again shortly.':
    'No se puede conectar con la base de datos en este momento. Inténtelo en breve.',
  'Use 2 to 31 small letters, digits, hyphens or underscores; begin with a letter.':
    'Use de 2 a 31 minúsculas, dígitos, guiones o guiones bajos; empiece con una letra.',
  'Give the issuer as an https address without ? and #; http is for this machine only.':
    'Indique el emisor como una dirección https sin ? ni #; http es solo para este equipo.',
  'The client id is required.': 'Se requiere el client id.',
  'The scopes must include openid.': 'Los scopes deben incluir openid.',
  'This is not a {noun} id; one starts with {noun2}_.': 'Este no es un identificador de {noun}; empieza por {noun2}_.',
  'This is not a message id; one starts with msg_.': 'Este no es un identificador de mensaje; empieza por msg_.',
  'Give a language as two letters, such as es, or und.': 'Indique un idioma con dos letras, como es, o und.',
  'Give dollars per segment with at most six decimals, for example 0.0043.':
    'Indique dólares por segmento con seis decimales como máximo, por ejemplo 0.0043.',
  'A rate of more than $10 per segment is refused as a typing error.':
    'Una tarifa de más de $10 por segmento se rechaza como error de escritura.',
  'Give dollars with at most two decimals, for example 25.50.':
    'Indique dólares con dos decimales como máximo, por ejemplo 25.50.',
  'Give an amount above zero.': 'Indique un importe mayor que cero.',
  'The wallet address is required.': 'Se requiere la dirección de la billetera.',
  'The client ID is required.': 'Se requiere el client ID.',
  'The client secret is required.': 'Se requiere el client secret.',
  'At least $1.00.': 'Al menos $1.00.',
  'Give a percentage.': 'Indique un porcentaje.',
  'Fees are 0 to 10 percent.': 'Las comisiones van de 0 a 10 por ciento.',
  'Fees go in steps of 0.1 percent.': 'Las comisiones van en pasos de 0.1 por ciento.',
  'Say what it was.': 'Diga qué fue.',
  'Give a day such as 2026-03-31.': 'Indique un día como 2026-03-31.',
  'Give the first day too.': 'Indique también el primer día.',
  'Give the last day too.': 'Indique también el último día.',
  'The last day is before the first.': 'El último día es anterior al primero.',
  'A period is ten years at most.': 'Un período es de diez años como máximo.',
  'Nothing was received before 2000.': 'No se recibió nada antes de 2000.',
  'Give either ids or a filter.': 'Indique identificadores o un filtro.',
  'Give a number.': 'Indique un número.',
  'A prefix is digits and starts with the country code, for example 4477.':
    'Un prefijo son dígitos y empieza por el código de país, por ejemplo 4477.',
  'A start number is digits only.': 'El número inicial son solo dígitos.',
  'An end number is digits only.': 'El número final son solo dígitos.',
  'Start and end need the same width: they have {length} and {length2} digits.':
    'El inicio y el final necesitan la misma longitud: tienen {length} y {length2} dígitos.',
  'A number has at most 15 digits (E.164); this one has {value}.':
    'Un número tiene 15 dígitos como máximo (E.164); este tiene {value}.',
  'The end number comes before the start number.': 'El número final es anterior al inicial.',
  'A number has at most 15 digits (E.164).': 'Un número tiene 15 dígitos como máximo (E.164).',
  'Range Name is required.': 'Se requiere el nombre del rango.',
  'Give the section as its address names it, such as inbox.':
    'Indique la sección como la nombra su dirección, por ejemplo inbox.',
  'Give the view a name.': 'Póngale un nombre a la vista.',
  'At most {SAVED_VIEW_NAME_MAX} characters.': '{SAVED_VIEW_NAME_MAX} caracteres como máximo.',
  'This view is too large to keep.': 'Esta vista es demasiado grande para guardarla.',
  'Give a name or a state.': 'Indique un nombre o un estado.',
  'Give the address that mails come from.': 'Indique la dirección de la que salen los correos.',
  'Give the password that belongs to the username.': 'Indique la contraseña de ese nombre de usuario.',
  'The password would cross the network in the clear. Choose TLS or STARTTLS.':
    'La contraseña cruzaría la red sin cifrar. Elija TLS o STARTTLS.',
  'The stored password was given for another host. Give the one of this host.':
    'La contraseña guardada se dio para otro host. Indique la de este host.',
  'Give the credential in its header, not in the address.': 'Indique la credencial en su cabecera, no en la dirección.',
  'Use https: codes would cross the internet in the clear.': 'Use https: los códigos cruzarían internet sin cifrar.',
  'Each field needs a name of its own.': 'Cada campo necesita un nombre propio.',
  'Name the header that carries the credential.': 'Nombre la cabecera que lleva la credencial.',
  'The stored credential was given for another host. Give the one of this host.':
    'La credencial guardada se dio para otro host. Indique la de este host.',
  'Give the site key.': 'Indique la clave del sitio.',
  'Give the secret key that belongs to the site key.': 'Indique la clave secreta de esa clave del sitio.',
  'The stored key belongs to another provider. Give the one of this provider.':
    'La clave guardada es de otro proveedor. Indique la de este.',
  'Give a whole number of {unit}.': 'Indique un número entero de {unit}.',
  'At least {min} {unit}.': '{min} {unit} como mínimo.',
  'At most {max} {unit}.': '{max} {unit} como máximo.',
  'At most {max} characters.': '{max} caracteres como máximo.',
  'Use one line of plain text.': 'Use una sola línea de texto simple.',
  'Use letters, digits, dot, dash and underscore.': 'Use letras, dígitos, punto, guion y guion bajo.',
  'Give a name or an address without port, such as mail.example.com.':
    'Indique un nombre o una dirección sin puerto, como mail.example.com.',
  'Give an address that starts with https://.': 'Indique una dirección que empiece por https://.',
  'Give an email address such as sms@example.com.': 'Indique una dirección de correo como sms@example.com.',
  'This header is not free for a credential.': 'Esta cabecera no está libre para una credencial.',
  'Name the field of the number.': 'Nombre el campo del número.',
  'Name the field of the text.': 'Nombre el campo del texto.',
  'Give the platform a name.': 'Póngale un nombre a la plataforma.',
  'Give the secret, or leave it as it is.': 'Indique el secreto o déjelo como está.',
  'At most 1,000 characters.': '1,000 caracteres como máximo.',
  'Use letters, digits and signs of ASCII.': 'Use letras, dígitos y signos de ASCII.',
  'Give at least one setting to change.': 'Indique al menos un ajuste para cambiar.',
  'Give the number with its country code, such as +447700900123.':
    'Indique el número con su código de país, como +447700900123.',
  'Give a sender.': 'Indique un remitente.',
  'Give a text.': 'Indique un texto.',
  'A username has at most 64 characters.': 'Un nombre de usuario tiene 64 caracteres como máximo.',
  'Role is user or admin.': 'El rol es usuario o administrador.',
  'Give a password, or invite the person.': 'Indique una contraseña o invite a la persona.',
  'Say why, in a few words.': 'Diga por qué, en pocas palabras.',
  'Use lower-case letters, digits and underscore.': 'Use minúsculas, dígitos y guion bajo.',
  'Types that start with user_ are written by the server.': 'Los tipos que empiezan por user_ los escribe el servidor.',
  'Give a month such as 2026-03.': 'Indique un mes como 2026-03.',
  'A code has 6 digits.': 'Un código tiene 6 dígitos.',
  'Give your password.': 'Indique su contraseña.',
  'The destination is required.': 'Se requiere el destino.',
  'Write what you checked: at least 20 characters.': 'Escriba lo que comprobó: al menos 20 caracteres.',
  'This is not a time zone; one is named like Europe/Berlin.':
    'Esta no es una zona horaria; se llaman como Europe/Berlin.',
} satisfies Catalog
