// Translations of server-identity, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Invalid username or password': 'Usuario o contraseña incorrectos',
  'Account is disabled': 'La cuenta está desactivada',
  '{username}, an administrator, began to look at your account: {reason}':
    '{username}, de la administración, empezó a ver su cuenta: {reason}',
  '{value} stopped looking at your account': '{value} dejó de ver su cuenta',
  'Some fields need attention: {field}.': 'Algunos campos requieren atención: {field}.',
  'Too many attempts. Try again in {seconds}.': 'Demasiados intentos. Inténtelo de nuevo en {seconds}.',
  'This grant type is not served here.': 'Este tipo de concesión no se atiende aquí.',
  'Show that you are a person, then try again.': 'Demuestre que es una persona e inténtelo de nuevo.',
  'This session was ended because its token was used twice. Sign in again.':
    'Esta sesión se cerró porque su token se usó dos veces. Inicie sesión de nuevo.',
  'Your session has ended. Sign in again.': 'Su sesión terminó. Inicie sesión de nuevo.',
  'This link was asked for in another browser. Open it there.': 'Este enlace se pidió en otro navegador. Ábralo allí.',
  'The current password is not right.': 'La contraseña actual no es correcta.',
  'Give the current password as well.': 'Indique también la contraseña actual.',
  'An administrator changes this for you.': 'Un administrador cambia esto por usted.',
  'This temporary password has expired. Ask for a new one.': 'Esta contraseña temporal caducó. Pida una nueva.',
  'This access token is not valid.': 'Este token de acceso no es válido.',
  'This link has expired. Ask for a new one.': 'Este enlace caducó. Pida uno nuevo.',
  'This link was used already or has expired. Ask for a new one.': 'Este enlace ya se usó o caducó. Pida uno nuevo.',
  'This link was used already. Ask for a new one.': 'Este enlace ya se usó. Pida uno nuevo.',
  'This passkey is not known here. Sign in another way.':
    'Esta llave de acceso no se conoce aquí. Entre de otra forma.',
  'There is no such factor.': 'No existe ese factor.',
  'There is no such identity.': 'No existe esa identidad.',
  'There is nothing here.': 'Aquí no hay nada.',
  'Accounts are created by an administrator.': 'Las cuentas las crea un administrador.',
  'This took too long or was used already. Try again.': 'Tardó demasiado o ya se usó. Inténtelo de nuevo.',
  'This passkey could not be verified.': 'No se pudo verificar esta llave de acceso.',
  'This passkey is registered already.': 'Esta llave de acceso ya está registrada.',
  'Passkeys need the console at a host name. It is reached at a bare address.':
    'Las llaves de acceso necesitan que la consola esté en un nombre de host. Se accede a ella por una dirección simple.',
  'This took too long or too many tries. Ask for a new code.':
    'Tardó demasiado o hubo demasiados intentos. Pida un código nuevo.',
  'This code is not right, or was used already.': 'Este código no es correcto o ya se usó.',
  'You have this factor already.': 'Ya tiene este factor.',
  'Your role needs a second factor. Add another before you remove this one.':
    'Su rol necesita un segundo factor. Añada otro antes de quitar este.',
  'Codes are sent by SMS alone.': 'Los códigos se envían solo por SMS.',
  'Add a second factor before you make recovery codes.':
    'Añada un segundo factor antes de crear códigos de recuperación.',
  'Codes cannot be sent to phones here. Use another factor.':
    'Aquí no se pueden enviar códigos a teléfonos. Use otro factor.',
  'The code could not be sent. Try again in half a minute, or use another factor.':
    'No se pudo enviar el código. Inténtelo en medio minuto o use otro factor.',
  'Remove a factor before you add another.': 'Quite un factor antes de añadir otro.',
  'Another factor of yours has this name.': 'Otro de sus factores tiene este nombre.',
  'This is your last way to sign in. Add another first.': 'Es su última forma de iniciar sesión. Añada otra primero.',
  'This identity belongs to an account already.': 'Esta identidad ya pertenece a una cuenta.',
  'This way to sign in is not available.': 'Esta forma de iniciar sesión no está disponible.',
  'This sign-in began in another browser, took too long or was used already.':
    'Este inicio de sesión empezó en otro navegador, tardó demasiado o ya se usó.',
  'The other service did not vouch for you.': 'El otro servicio no respondió por usted.',
  'Unlink an identity before you link another.': 'Desvincule una identidad antes de vincular otra.',
  'This password is too weak.': 'Esta contraseña es demasiado débil.',
  'The new password must differ from the current one.': 'La contraseña nueva debe ser distinta de la actual.',
  'No more codes are sent today. Use another factor.': 'Hoy no se envían más códigos. Use otro factor.',
  'Too many codes were asked for. Wait a few minutes.': 'Se pidieron demasiados códigos. Espere unos minutos.',
  'Too many attempts. Wait a moment and try again.': 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
  'The other service does not answer as it should. Try again later.':
    'El otro servicio no responde como debería. Inténtelo más tarde.',
  '{username} signed out': '{username} cerró sesión',
  '{SUPER_ADMIN_USERNAME} was created at first start': '{SUPER_ADMIN_USERNAME} se creó en el primer arranque',
  'Another provider has this id.': 'Otro proveedor tiene este identificador.',
  'Another provider has this issuer and client id.': 'Otro proveedor tiene este emisor y este client id.',
  'A code challenge by S256 is needed.': 'Se necesita un desafío de código S256.',
  'You did not agree at the other service.': 'No dio su consentimiento en el otro servicio.',
  'No account is linked to this identity. Sign in another way, then link it in your account.':
    'Ninguna cuenta está vinculada a esta identidad. Entre de otra forma y vincúlela en su cuenta.',
  '{host} did not answer as an OpenID provider: {value}.': '{host} no respondió como proveedor OpenID: {value}.',
  'It calls itself {value}: enter the issuer exactly so.':
    'Se llama a sí mismo {value}: escriba el emisor exactamente así.',
  'Its {unsafe} is missing or is no https address.': 'Su {unsafe} falta o no es una dirección https.',
  'Found {issuer}; people sign in at {origin}.': 'Se encontró {issuer}; se inicia sesión en {origin}.',
  '{found} It does not list the scopes {value}.': '{found} No enumera los scopes {value}.',
  'Users are linked at this issuer. Connect the other one as a provider of its own.':
    'Hay usuarios vinculados con este emisor. Conecte el otro como un proveedor aparte.',
  'Give the number with its country code: +90 532 000 00 00.':
    'Indique el número con su código de país: +90 532 000 00 00.',
  'A code was sent a moment ago. Ask for another in {value}.': 'Se acaba de enviar un código. Pida otro en {value}.',
  'Too many attempts. Try again in {value}.': 'Demasiados intentos. Inténtelo de nuevo en {value}.',
  '{code} is your Inrange code. It works once, for {lifeMinutes} minutes. Nobody of us will ever ask for it.':
    '{code} es su código de Inrange. Funciona una vez, durante {lifeMinutes} minutos. Nadie de nosotros se lo pedirá nunca.',
  'The scope is local, others or global.': 'El alcance es local, others o global.',
  'Some fields need attention: password.': 'Algunos campos requieren atención: contraseña.',
  'An administrator changes your email address for you.': 'Un administrador cambia su dirección de correo por usted.',
  'A phone is a second factor: add it there.': 'El teléfono es un segundo factor: añádalo allí.',
  'The password may not be the username or the email address.':
    'La contraseña no puede ser el nombre de usuario ni la dirección de correo.',
  'This password is among the most used ones.': 'Esta contraseña está entre las más usadas.',
  'The password says little besides the name of its user or of this service.':
    'La contraseña dice poco más que el nombre de su usuario o de este servicio.',
  'A session on {device} was ended because its token had been copied':
    'Se cerró una sesión en {device} porque alguien había copiado su token',
  'The account of {username} was opened again from the machine of the platform':
    'La cuenta de {username} se volvió a abrir desde el equipo de la plataforma',
  'A new signing key is published already and signs soon.': 'Ya se publicó una clave de firma nueva y pronto firmará.',
  '{username} signed in': '{username} inició sesión',
  'Minimum {lengthMin} characters': 'Mínimo {lengthMin} caracteres',
  'Maximum {PASSWORD_CHARS_MAX} characters': 'Máximo {PASSWORD_CHARS_MAX} caracteres',
  'An identity at {name} was linked': 'Se vinculó una identidad de {name}',
  'An identity at {providerId} was unlinked and all other sessions were ended':
    'Se desvinculó una identidad de {providerId} y se cerraron todas las demás sesiones',
  'The second factor "{friendlyName}" was added and all other sessions were ended':
    'Se añadió el segundo factor «{friendlyName}» y se cerraron todas las demás sesiones',
  'New recovery codes replaced the old ones': 'Los códigos de recuperación se reemplazaron por otros nuevos',
  'Recovery codes were made': 'Se crearon códigos de recuperación',
  'The second factor "{friendlyName}" was removed and all other sessions were ended':
    'Se quitó el segundo factor «{friendlyName}» y se cerraron todas las demás sesiones',
  'The recovery codes were removed': 'Se quitaron los códigos de recuperación',
  'A recovery code was used; 1 is left': 'Se usó un código de recuperación; queda 1',
  'A recovery code was used; {remaining} are left': 'Se usó un código de recuperación; quedan {remaining}',
  'The passkey "{friendlyName}" was added and all other sessions were ended':
    'Se añadió la llave de acceso «{friendlyName}» y se cerraron todas las demás sesiones',
  'The passkey "{friendlyName}" was added': 'Se añadió la llave de acceso «{friendlyName}»',
} satisfies Catalog
