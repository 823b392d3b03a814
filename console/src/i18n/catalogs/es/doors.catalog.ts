// Translations of doors, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Forgot your password?': '¿Olvidó su contraseña?',
  'Give the email address of your account. We send a link to it.':
    'Indique la dirección de correo de su cuenta. Enviaremos un enlace allí.',
  'Email address': 'Dirección de correo',
  'Give an email address such as name@example.com.': 'Indique una dirección de correo como nombre@example.com.',
  'Send link': 'Enviar enlace',
  'Look into your mail': 'Revise su correo',
  'If an account has this address, a link is on its way to it. Open it in this browser; it works once, for a short time.':
    'Si alguna cuenta tiene esta dirección, va en camino un enlace. Ábralo en este navegador; funciona una sola vez y por poco tiempo.',
  'This platform sends no mail. Ask an administrator for a link.':
    'Esta plataforma no envía correo. Pida un enlace a un administrador.',
  'No link was asked for: the server cannot be reached. Please try again.':
    'No se pidió ningún enlace: no se puede conectar con el servidor. Inténtelo de nuevo.',
  'Back to sign-in': 'Volver al inicio de sesión',
  'Choose a new password': 'Elija una contraseña nueva',
  'For {name}. Your other sessions end when it is changed.': 'Para {name}. Sus demás sesiones se cierran al cambiarla.',
  'Second factor': 'Segundo factor',
  'A link alone does not replace your second factor.': 'Un enlace por sí solo no sustituye su segundo factor.',
  'Reset your password': 'Restablecer su contraseña',
  'This link works once. Continue when you are ready to choose a new password.':
    'Este enlace funciona una sola vez. Continúe cuando pueda elegir una contraseña nueva.',
  Welcome: 'Bienvenida',
  'An account was made for you. Continue to choose your password; this link works once.':
    'Se creó una cuenta para usted. Continúe para elegir su contraseña; este enlace funciona una sola vez.',
  'Choose your password': 'Elija su contraseña',
  'You sign in as {name}.': 'Iniciará sesión como {name}.',
  Continue: 'Continuar',
  'Save and continue': 'Guardar y continuar',
  'Checking your link...': 'Comprobando su enlace...',
  'This link was asked for in another browser, or on another device. Open it there, or ask for a new one here.':
    'Este enlace se pidió en otro navegador o en otro dispositivo. Ábralo allí o pida uno nuevo aquí.',
  'This link has expired or was used already. Ask for a new one.': 'Este enlace caducó o ya se usó. Pida uno nuevo.',
  'This invitation has expired or was used already. Ask whoever invited you for a new one.':
    'Esta invitación caducó o ya se usó. Pida una nueva a quien le invitó.',
  'This page is opened by a link. Ask for one, or sign in.':
    'Esta página se abre con un enlace. Pida uno o inicie sesión.',
  'The link could not be checked: the server cannot be reached.':
    'No se pudo comprobar el enlace: no se puede conectar con el servidor.',
  'Ask for a new link': 'Pedir un enlace nuevo',
  'Your password is changed.': 'Su contraseña se cambió.',
  'Signing you in...': 'Iniciando sesión...',
  'Sign-in did not work': 'No se pudo iniciar sesión',
  'The provider did not sign you in. Try again, or sign in another way.':
    'El proveedor no inició su sesión. Inténtelo de nuevo o entre de otra forma.',
  'Nobody here is linked to that identity. Sign in another way, then link it in your account.':
    'Nadie aquí está vinculado a esa identidad. Entre de otra forma y vincúlela en su cuenta.',
  'Account is disabled': 'La cuenta está desactivada',
  'This provider cannot be used at the moment. Sign in another way.':
    'Este proveedor no se puede usar por ahora. Entre de otra forma.',
  'You could not be signed in: the server cannot be reached.':
    'No se pudo iniciar su sesión: no se puede conectar con el servidor.',
} satisfies Catalog
