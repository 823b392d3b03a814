// Translations of user-form, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Create User': 'Crear usuario',
  'Edit User': 'Editar usuario',
  'Minimum 6 characters': 'Mínimo 6 caracteres',
  'First sign-in': 'Primer inicio de sesión',
  'Temporary password': 'Contraseña temporal',
  'You hand it over. It is changed at the first sign-in.': 'Usted la entrega. Se cambia en el primer inicio de sesión.',
  'Invitation link': 'Enlace de invitación',
  'They choose a password themselves. The link is mailed if mail is set up, else shown to you once.':
    'La persona elige su contraseña. El enlace se envía por correo si el correo está configurado; si no, se le muestra a usted una vez.',
  'Create and Invite': 'Crear e invitar',
  '{name} is invited': '{name} recibe la invitación',
  'Your own role cannot be changed by yourself.': 'No puede cambiar su propio rol.',
  '{name} becomes {role}. It takes effect with their next request.':
    '{name} pasa a ser {role}. Surte efecto con su próxima solicitud.',
  Generate: 'Generar',
  'Copy password': 'Copiar la contraseña',
  'Failed to create user': 'No se pudo crear el usuario',
  'Save Changes': 'Guardar cambios',
  'An error occurred': 'Se produjo un error',
  '{name} is saved': 'Se guardó {name}',
  'Loading user': 'Cargando el usuario',
  'This user could not be read. {reason}': 'No se pudo leer este usuario. {reason}',
  'Activate {name}?': '¿Activar a {name}?',
  'They can sign in again with the password they have, and earnings that were held go on.':
    'Podrá volver a entrar con la contraseña que tiene, y las ganancias retenidas continúan.',
  'Nothing is erased, and you can activate them again at any time.':
    'No se borra nada, y puede volver a activar la cuenta en cualquier momento.',
  'They are signed out everywhere at once and cannot sign in.':
    'Se cierran de inmediato todas sus sesiones y no puede entrar.',
  'Their access to the API ends.': 'Termina su acceso a la API.',
  'Messages to their numbers still arrive and are kept.': 'Los mensajes a sus números siguen llegando y se guardan.',
  'What those earn is held until they are active again.':
    'Lo que estos ganen queda retenido hasta que la cuenta vuelva a estar activa.',
  'Reset the password of {name}?': '¿Restablecer la contraseña de {name}?',
  'Invite {name} again?': '¿Invitar de nuevo a {name}?',
  'How they get a new one': 'Cómo obtiene una nueva',
  'Shown to you once. They are signed out everywhere at once, and change it at the next sign-in.':
    'Se le muestra a usted una vez. Se cierran de inmediato todas las sesiones de la persona, que la cambia al volver a entrar.',
  'Link to choose one': 'Enlace para elegir una',
  'Mailed if mail is set up, else shown to you once. The present password works until it is used.':
    'Se envía por correo si el correo está configurado; si no, se le muestra a usted una vez. La contraseña actual funciona hasta que se use.',
  'Mailed if mail is set up, else shown to you once. Earlier links stop working.':
    'Se envía por correo si el correo está configurado; si no, se le muestra a usted una vez. Los enlaces anteriores dejan de funcionar.',
  'Reset password': 'Restablecer la contraseña',
  'Make link': 'Crear el enlace',
  'Temporary password of {name}': 'Contraseña temporal de {name}',
  'Hand it over now: it is not shown again. It is changed at the next sign-in.':
    'Entréguela ahora: no se vuelve a mostrar. Se cambia en el próximo inicio de sesión.',
  'Link for {name}': 'Enlace para {name}',
  'The link was mailed to {email}. It works once, until {time}.':
    'El enlace se envió a {email}. Funciona una vez, hasta {time}.',
  'No mail was sent. Hand the link over yourself: it is not shown again. It works once, until {time}.':
    'No se envió ningún correo. Entregue usted el enlace: no se vuelve a mostrar. Funciona una vez, hasta {time}.',
  'Reset the second factors of {name}?': '¿Restablecer los segundos factores de {name}?',
  'Their {count} second factors and the recovery codes are removed, and they are signed out everywhere at once.': {
    one: 'Se quitan su segundo factor y los códigos de recuperación, y se cierran de inmediato todas sus sesiones.',
    other:
      'Se quitan sus {count} segundos factores y los códigos de recuperación, y se cierran de inmediato todas sus sesiones.',
  },
  'Do this only when you are sure who asks: afterwards the password alone lets somebody in.':
    'Hágalo solo si está seguro de quién lo pide: después, la contraseña por sí sola permite entrar.',
  'Reset second factors': 'Restablecer los segundos factores',
  '{count} second factors of {name} removed': {
    zero: '{name} no tenía segundo factor',
    one: 'Se quitó {count} segundo factor de {name}',
    other: 'Se quitaron {count} segundos factores de {name}',
  },
  'Sign {name} out everywhere?': '¿Cerrar todas las sesiones de {name}?',
  'Every session on every device ends. They can sign in again at once.':
    'Termina cada sesión en cada dispositivo. La persona puede volver a entrar de inmediato.',
  'Sign out everywhere': 'Cerrar todas las sesiones',
  '{count} sessions of {name} ended': {
    zero: '{name} no tenía sesiones abiertas',
    one: 'Se cerró {count} sesión de {name}',
    other: 'Se cerraron {count} sesiones de {name}',
  },
  'Act as {name}': 'Actuar en nombre de {name}',
  'This tab shows the console as they see it, for at most an hour. They read in their activities who looked, and why.':
    'Esta pestaña muestra la consola tal como la ve esta persona, durante una hora como máximo. En su actividad leerá quién miró y por qué.',
  'Such as the number of a support case.': 'Por ejemplo, el número de un caso de soporte.',
  'Allow changes': 'Permitir cambios',
  'Without it you only look. What you change is recorded under both names.':
    'Sin ello solo mira. Lo que cambie queda registrado con ambos nombres.',
  'Act as user': 'Actuar en su nombre',
  'Beginning...': 'Empezando...',
  'madeLink|Link': 'Enlace',
} satisfies Catalog
