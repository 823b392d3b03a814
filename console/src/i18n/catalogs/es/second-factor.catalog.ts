// Translations of second-factor, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'One more proof that it is you, {name}.': 'Una prueba más de que es usted, {name}.',
  'How do you want to show it?': '¿Cómo quiere demostrarlo?',
  'Authenticator app': 'Aplicación de autenticación',
  Phone: 'Teléfono',
  Passkey: 'Llave de acceso',
  'Recovery code': 'Código de recuperación',
  'One of the codes you saved': 'Uno de los códigos que guardó',
  Code: 'Código',
  'The six digits that the app shows now': 'Los seis dígitos que muestra la aplicación ahora',
  'The six digits that were sent to {phone}': 'Los seis dígitos enviados a {phone}',
  'Give the six digits.': 'Indique los seis dígitos.',
  Verify: 'Verificar',
  'Send code': 'Enviar código',
  'Send again': 'Enviar de nuevo',
  'Send again in {count} seconds': {
    one: 'Enviar de nuevo en {count} segundo',
    other: 'Enviar de nuevo en {count} segundos',
  },
  'Use passkey': 'Usar la llave de acceso',
  'Your browser will ask for the passkey.': 'El navegador pedirá la llave de acceso.',
  'Each code works once. Spaces and capitals make no difference.':
    'Cada código funciona una vez. Los espacios y las mayúsculas no importan.',
  'Give one of your recovery codes.': 'Indique uno de sus códigos de recuperación.',
  'Use code': 'Usar el código',
  'Nothing was checked: the server cannot be reached. Please try again.':
    'No se comprobó nada: no se puede conectar con el servidor. Inténtelo de nuevo.',
  'No passkey was used. Try again, or choose another way.':
    'No se usó ninguna llave de acceso. Inténtelo de nuevo o elija otra forma.',
  'Your factors could not be read. {reason}': 'No se pudieron leer sus factores. {reason}',
  'Ask an administrator to reset your second factors if you have lost all of them.':
    'Si perdió todos sus segundos factores, pida a un administrador que los restablezca.',
  'Set up a second factor': 'Configure un segundo factor',
  'Your role needs a second factor besides the password. Choose one; you can add more later.':
    'Su rol necesita un segundo factor además de la contraseña. Elija uno; después puede añadir más.',
  'A code from an app on your phone. Works without a network.':
    'Un código de una aplicación de su teléfono. Funciona sin red.',
  'Your fingerprint, face or PIN on this device, or a security key.':
    'Su huella, rostro o PIN en este dispositivo, o una llave de seguridad.',
  'A code by text message.': 'Un código por SMS.',
  'A code from the app': 'Un código de la aplicación',
  'Fingerprint, face or PIN': 'Huella, rostro o PIN',
  'A code by text message to {phone}': 'Un código por SMS a {phone}',
  Back: 'Atrás',
  Name: 'Nombre',
  'Give it a name.': 'Póngale un nombre.',
  'So that you know it again, such as the phone it is on.':
    'Para reconocerla después, como el teléfono en el que está.',
  'So that you know it again.': 'Para reconocerlo después.',
  'So that you know it again, such as the device it is on.':
    'Para reconocerla después, como el dispositivo en el que está.',
  'Scan this with your authenticator app.': 'Escanéelo con su aplicación de autenticación.',
  'QR code for your authenticator app': 'Código QR para su aplicación de autenticación',
  'Or enter this key by hand': 'O escriba esta clave a mano',
  'Copy key': 'Copiar la clave',
  'Then give the code it shows': 'Después indique el código que muestra',
  'Phone number': 'Número de teléfono',
  'With its country code, such as +44 7700 900123.': 'Con su código de país, como +44 7700 900123.',
  'Give the phone number with its country code.': 'Indique el número de teléfono con su código de país.',
  'Text messages can be intercepted. An app or a passkey is safer.':
    'Los SMS se pueden interceptar. Una aplicación o una llave de acceso es más segura.',
  'Create passkey': 'Crear llave de acceso',
  'No passkey was made. Try again, or choose another way.':
    'No se creó ninguna llave de acceso. Inténtelo de nuevo o elija otra forma.',
  'This browser cannot use passkeys at this address.':
    'Este navegador no puede usar llaves de acceso en esta dirección.',
  'Nothing was set up: the server cannot be reached. Please try again.':
    'No se configuró nada: no se puede conectar con el servidor. Inténtelo de nuevo.',
  'Save your recovery codes': 'Guarde sus códigos de recuperación',
  'Each of them lets you in once without your second factor. They are shown now and never again.':
    'Cada uno le permite entrar una vez sin su segundo factor. Se muestran ahora y nunca más.',
  'Recovery codes': 'Códigos de recuperación',
  'Making your recovery codes...': 'Creando sus códigos de recuperación...',
  'The recovery codes could not be made: the server cannot be reached.':
    'No se pudieron crear los códigos de recuperación: no se puede conectar con el servidor.',
  Copy: 'Copiar',
  Copied: 'Copiado',
  Download: 'Descargar',
  Print: 'Imprimir',
  'I have saved these codes': 'He guardado estos códigos',
  Done: 'Listo',
  'Inrange recovery codes of {name}': 'Códigos de recuperación de Inrange de {name}',
} satisfies Catalog
