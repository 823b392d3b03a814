// Translations of identity, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  Language: 'Idioma',
  Username: 'Nombre de usuario',
  Password: 'Contraseña',
  'Sign In': 'Iniciar sesión',
  or: 'o',
  'Continue with a passkey': 'Continuar con una llave de acceso',
  'Continue with {provider}': 'Continuar con {provider}',
  'Forgot password?': '¿Olvidó su contraseña?',
  'Show password': 'Mostrar la contraseña',
  'Hide password': 'Ocultar la contraseña',
  'Caps Lock is on.': 'Bloq Mayús está activado.',
  'Username is required.': 'Se requiere el nombre de usuario.',
  'Password is required.': 'Se requiere la contraseña.',
  'Login failed. Please try again.': 'No se pudo iniciar sesión. Inténtelo de nuevo.',
  'No passkey was used. Try again, or sign in with your password.':
    'No se usó ninguna llave de acceso. Inténtelo de nuevo o entre con su contraseña.',
  'The proof that you are a person could not be loaded. Allow its provider, or try again later.':
    'No se pudo cargar la prueba de que es una persona. Permita a su proveedor o inténtelo más tarde.',
  'Try again in {count} seconds.': {
    one: 'Inténtelo de nuevo en {count} segundo.',
    other: 'Inténtelo de nuevo en {count} segundos.',
  },
  'Your password was set by somebody else. Choose one that only you know.':
    'Otra persona definió su contraseña. Elija una que solo usted conozca.',
  'Current password': 'Contraseña actual',
  'New password': 'Contraseña nueva',
  'Repeat the new password': 'Repita la contraseña nueva',
  'Minimum {count} characters': 'Mínimo {count} caracteres',
  'Not your username or email address': 'Que no sea su nombre de usuario ni su correo',
  'Longer is stronger: a few words of your own are best':
    'Cuanto más larga, más fuerte: lo mejor son unas palabras propias',
  met: 'cumplido',
  'The two passwords differ.': 'Las dos contraseñas no coinciden.',
  'Choose a password other than the current one.': 'Elija una contraseña distinta de la actual.',
  'The password was not changed: the server cannot be reached. Please try again.':
    'La contraseña no se cambió: no se puede conectar con el servidor. Inténtelo de nuevo.',
  'Your session has ended': 'Su sesión terminó',
  'Sign in as {name} again to go on. Nothing you typed is lost.':
    'Vuelva a entrar como {name} para continuar. No se pierde nada de lo que escribió.',
  'Sign in another way, and drop what was typed': 'Entrar de otra forma y descartar lo escrito',
  'Somebody else signed in, so what {name} was filling in is dropped.':
    'Entró otra persona, así que se descarta lo que {name} estaba escribiendo.',
} satisfies Catalog
