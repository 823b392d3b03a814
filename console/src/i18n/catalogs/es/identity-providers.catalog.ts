// Translations of identity-providers, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Identity providers': 'Proveedores de identidad',
  'Services that users may sign in with, over OpenID Connect. One says who somebody is: it makes no account, and a second factor is still asked for here.':
    'Servicios con los que los usuarios pueden iniciar sesión, mediante OpenID Connect. Indican quién es alguien: no crean cuentas, y aquí se sigue pidiendo el segundo factor.',
  'Add Provider': 'Añadir proveedor',
  'Loading identity providers': 'Cargando proveedores de identidad',
  'The identity providers could not be read: {reason}': 'No se pudieron leer los proveedores de identidad: {reason}',
  'Everybody signs in with a password or a passkey.': 'Todos inician sesión con una contraseña o una llave de acceso.',
  Enabled: 'Activado',
  Disabled: 'Desactivado',
  Issuer: 'Emisor',
  'Linked users': 'Usuarios vinculados',
  'Callback address': 'Dirección de retorno',
  'Copy callback address of {name}': 'Copiar la dirección de retorno de {name}',
  'Copy callback address': 'Copiar la dirección de retorno',
  'None: public client': 'Ninguno: cliente público',
  'Whether client id and secret are right shows at the first sign-in.':
    'El primer inicio de sesión muestra si el client id y el secreto son correctos.',
  Enable: 'Activar',
  'Enable {name}': 'Activar {name}',
  Disable: 'Desactivar',
  'Disable {name}': 'Desactivar {name}',
  '{name} is offered at the sign-in.': '{name} se ofrece al iniciar sesión.',
  '{name} could not be enabled: {reason}': 'No se pudo activar {name}: {reason}',
  'Add Identity Provider': 'Añadir proveedor de identidad',
  'Register this platform at the provider first, with the callback address below.':
    'Registre primero esta plataforma en el proveedor, con la dirección de retorno de abajo.',
  'Edit Identity Provider': 'Editar proveedor de identidad',
  'To enter at the provider as redirect address, exactly so.':
    'Para introducirla en el proveedor como dirección de redirección, exactamente así.',
  'What people read at the sign-in.': 'Lo que se lee al iniciar sesión.',
  Id: 'Identificador',
  'A word for addresses, such as google. It cannot be changed later.':
    'Una palabra para direcciones, como google. No se puede cambiar después.',
  'It cannot be changed.': 'No se puede cambiar.',
  'To the letter, as the provider writes it, with or without a slash at its end.':
    'Al pie de la letra, como lo escribe el proveedor, con o sin barra al final.',
  '{count} users are linked at this issuer, so it stays. Another one is a provider of its own.': {
    one: 'Hay {count} usuario vinculado con este emisor, así que no se puede cambiar. Otro emisor es un proveedor aparte.',
    other:
      'Hay {count} usuarios vinculados con este emisor, así que no se puede cambiar. Otro emisor es un proveedor aparte.',
  },
  'Client id': 'Client id',
  'Kept sealed and never shown again. Empty: a public client, which proves itself by PKCE alone.':
    'Se guarda cifrado y no se vuelve a mostrar. Vacío: un cliente público, que se identifica solo con PKCE.',
  'Will be removed': 'Se quitará',
  'From then on a public client, which proves itself by PKCE alone.':
    'Desde entonces, un cliente público, que se identifica solo con PKCE.',
  'Give the new secret, or keep the former one.': 'Indique el secreto nuevo o conserve el anterior.',
  Replace: 'Reemplazar',
  Scopes: 'Scopes',
  'openid at least; email and profile let users tell their identities apart.':
    'Al menos openid; email y profile permiten a los usuarios distinguir sus identidades.',
  'Offer it at the sign-in': 'Ofrecerlo al iniciar sesión',
  'Leave it off until the test has passed.': 'Déjelo desactivado hasta superar la prueba.',
  'Saving…': 'Guardando…',
  '{name} was added. Test it, then enable it.': '{name} se añadió. Pruébelo y luego actívelo.',
  '{name} was saved.': '{name} se guardó.',
  'There is no such provider any more.': 'Ese proveedor ya no existe.',
  'Disable {name}?': '¿Desactivar {name}?',
  'It is no longer offered at the sign-in. No user is linked to it.':
    'Ya no se ofrece al iniciar sesión. Ningún usuario está vinculado.',
  'From now on nobody signs in through it. {count} users are linked to it: who has no other way in needs a new password from an administrator. Sessions that are open go on.':
    {
      one: 'Desde ahora nadie inicia sesión con él. Hay {count} usuario vinculado: si no tiene otra forma de entrar, necesitará que un administrador le dé una contraseña nueva. Las sesiones abiertas continúan.',
      other:
        'Desde ahora nadie inicia sesión con él. Hay {count} usuarios vinculados: quien no tenga otra forma de entrar necesitará que un administrador le dé una contraseña nueva. Las sesiones abiertas continúan.',
    },
  '{name} is no longer offered.': '{name} ya no se ofrece.',
  'Its client id and secret are gone with it. No user is linked to it.':
    'Su client id y su secreto desaparecen con él. Ningún usuario está vinculado.',
  '{count} users are linked to it, so it cannot be deleted. Disable it instead: nobody signs in through it then, and the links stay theirs.':
    {
      one: 'Hay {count} usuario vinculado, así que no se puede eliminar. Mejor desactívelo: así nadie inicia sesión con él y el vínculo se conserva.',
      other:
        'Hay {count} usuarios vinculados, así que no se puede eliminar. Mejor desactívelo: así nadie inicia sesión con él y los vínculos se conservan.',
    },
  '{count} users are linked to it, so it cannot be deleted. It is disabled: nobody signs in through it.': {
    one: 'Hay {count} usuario vinculado, así que no se puede eliminar. Está desactivado: nadie inicia sesión con él.',
    other:
      'Hay {count} usuarios vinculados, así que no se puede eliminar. Está desactivado: nadie inicia sesión con él.',
  },
  'Disable instead': 'Mejor desactivar',
  '{name} was deleted.': '{name} se eliminó.',
} satisfies Catalog
