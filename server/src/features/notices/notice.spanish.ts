// The words of every mail in Spanish; see notice.texts.ts.
import type { NoticeWords } from './notice.texts.ts'

const units = (unit: 'minute' | 'day') => new Intl.NumberFormat('es-419', { style: 'unit', unit, unitDisplay: 'long' })
const minutesText = (minutes: number) => units('minute').format(minutes)
const daysText = (days: number) => units('day').format(days)

const notYou =
  'Si no fue usted, inicie sesión, cierre todas las demás sesiones en su cuenta y elija una contraseña nueva.'

export const spanish: NoticeWords = {
  password_reset: ({ link, minutes }, product) => ({
    subject: `Elija una contraseña nueva para ${product}`,
    paragraphs: [
      'Alguien, esperamos que usted, dijo que había olvidado su contraseña.',
      { link, label: 'Elegir una contraseña nueva' },
      `El enlace funciona una sola vez, durante ${minutesText(minutes)}, y solo en el navegador en el que se pidió.`,
      'Si no lo pidió, ignore este correo: nada ha cambiado.',
    ],
  }),
  password_link: ({ link, minutes, madeBy }, product) => ({
    subject: `Elija una contraseña nueva para ${product}`,
    paragraphs: [
      `${madeBy} creó un enlace para que elija una contraseña nueva.`,
      { link, label: 'Elegir una contraseña nueva' },
      `El enlace funciona una sola vez, durante ${minutesText(minutes)}. Quien lo tenga puede entrar: no lo comparta.`,
    ],
  }),
  invitation: ({ link, days, invitedBy }, product) => ({
    subject: `Tiene una invitación a ${product}`,
    paragraphs: [
      `${invitedBy} creó una cuenta para usted. Elija una contraseña para empezar.`,
      { link, label: 'Aceptar la invitación' },
      `El enlace funciona una sola vez, durante ${daysText(days)}. Quien lo tenga puede entrar: no lo comparta.`,
    ],
  }),
  new_sign_in: ({ device, place, address, at }, product) => ({
    subject: `Nuevo inicio de sesión en ${product}`,
    paragraphs: [
      'Se inició sesión en su cuenta desde un dispositivo o un lugar desde el que no se había usado antes.',
      `${device}, ${place === null ? address : `${address} (${place})`}, ${at}`,
      `Si fue usted, no tiene que hacer nada. ${notYou}`,
    ],
  }),
  factor_changed: ({ what, at }, product) => ({
    subject: `Cambió un segundo factor de su cuenta de ${product}`,
    paragraphs: [`${what}, ${at}.`, notYou],
  }),
  password_changed: ({ address, at }, product) => ({
    subject: `Se cambió su contraseña de ${product}`,
    paragraphs: [
      `Su contraseña se cambió desde ${address}, ${at}. Las demás sesiones se cerraron.`,
      'Si no fue usted, pida una contraseña nueva al iniciar sesión y avise a su administrador.',
    ],
  }),
  email_changed: ({ email, at }, product) => ({
    subject: `Se cambió su dirección de correo en ${product}`,
    paragraphs: [
      `El ${at} la dirección de correo de su cuenta se cambió a ${email}. Desde ahora los correos se envían allí.`,
      'Si no fue usted, avise de inmediato a un administrador: quien lea ese buzón puede elegir una contraseña nueva.',
    ],
  }),
  session_stolen: ({ device, at }, product) => ({
    subject: `Se cerró una sesión de su cuenta de ${product}`,
    paragraphs: [
      `Se cerró una sesión en ${device}, ${at}: su token volvió después de haber sido reemplazado, lo que ocurre cuando alguien lo copió.`,
      'Inicie sesión de nuevo. Si usa ese dispositivo, busque en él programas que no conozca y elija una contraseña nueva.',
    ],
  }),
  payment_method_changed: ({ method, what, by, at }, product) => ({
    subject: `Se cambió ${method} en ${product}`,
    paragraphs: [
      `${what}. Lo hizo ${by}, ${at}.`,
      'Si nadie quiso hacerlo, pause de inmediato los retiros en los ajustes de la plataforma, deshaga el cambio y cierre todas las sesiones de quien lo hizo.',
    ],
  }),
  deposit_credited: ({ amount, method }, product) => ({
    subject: `Se agregaron ${amount} a su billetera de ${product}`,
    paragraphs: [`Su depósito por ${method}, ${amount}, llegó y está en su billetera.`],
  }),
  deposit_reversed: ({ amount, reason }, product) => ({
    subject: `Se devolvió un depósito de ${amount} en ${product}`,
    paragraphs: [
      `Se devolvieron ${amount} de un depósito suyo. ${reason}`,
      'Lo que ya se había gastado se compensa con lo que gane a partir de ahora. Una persona revisa primero los retiros que estaban en espera.',
    ],
  }),
  case_opened: ({ range, reason }, product) => ({
    subject: `Las ganancias de ${range} están retenidas en ${product}`,
    paragraphs: [
      `El tráfico de ${range} pareció inusual, así que lo que ganó queda retenido hasta que dos personas lo revisen.`,
      reason,
      'Los mensajes siguen llegando y contándose. Su billetera muestra lo retenido; consulte a su administrador.',
    ],
  }),
  case_released: ({ range, amount }, product) => ({
    subject: `Las ganancias de ${range} vuelven a ser suyas en ${product}`,
    paragraphs: [`Se liberó lo que estaba retenido de ${range}, ${amount}.`],
  }),
  case_forfeited: ({ range, amount }, product) => ({
    subject: `Se retiraron ganancias de ${range} en ${product}`,
    paragraphs: [
      `Dos personas revisaron el tráfico de ${range} y concluyeron que ${amount} no debieron pagarse. Se retiraron.`,
      'Su administrador puede darle más información.',
    ],
  }),
  destination_added: ({ destination, usableFrom, address }, product) => ({
    subject: `Un nuevo destino de retiro en ${product}`,
    paragraphs: [
      `Se agregó ${destination} desde ${address}. Podrá enviarse dinero allí a partir de ${usableFrom}.`,
      notYou,
    ],
  }),
  withdrawal_requested: ({ gross, net, destination, method }, product) => ({
    subject: `Se solicitó un retiro de ${gross} en ${product}`,
    paragraphs: [
      `${gross} quedan retenidos para retirarse por ${method}: ${net} van a ${destination}.`,
      `Si no fue usted, cancélelo de inmediato en su billetera. ${notYou}`,
    ],
  }),
  withdrawal_sent: ({ net, destination, method }, product) => ({
    subject: `Se envió un retiro desde ${product}`,
    paragraphs: [`Se enviaron ${net} a ${destination} por ${method}. Le avisaremos cuando sea definitivo.`],
  }),
  withdrawal_completed: ({ net, destination, method }, product) => ({
    subject: `Se completó un retiro de ${product}`,
    paragraphs: [`Se pagaron ${net} a ${destination} por ${method}.`],
  }),
  withdrawal_failed: ({ gross, destination, reason }, product) => ({
    subject: `No se pagó un retiro de ${gross} de ${product}`,
    paragraphs: [
      `El retiro a ${destination} no se pudo realizar. ${reason}`,
      'Su billetera muestra lo que está disponible para retirar.',
    ],
  }),
  report_ready: ({ report, period, rows, until, link }, product) => ({
    subject: `${report} está listo en ${product}`,
    paragraphs: [
      `Se elaboró su informe programado ${report}: ${period}, filas: ${rows}.`,
      { link, label: 'Abrirlo' },
      `El archivo se conserva hasta ${until}.`,
    ],
  }),
  report_failed: ({ report, reason, link }, product) => ({
    subject: `No se pudo elaborar ${report} en ${product}`,
    paragraphs: [
      `No se pudo elaborar su informe programado ${report}. ${reason}`,
      { link, label: 'Abrir sus informes' },
    ],
  }),
  notification: ({ subject, sentences, more, link }, product) => ({
    subject: `${subject.replace(/\.$/, '')} (${product})`,
    paragraphs: [
      ...sentences,
      ...(more > 0 ? [`Y ${more} más.`] : []),
      { link, label: 'Ver sus notificaciones' },
      'En su cuenta elige qué notificaciones le llegan por correo.',
    ],
  }),
  mail_test: (_facts, product) => ({
    subject: `Una prueba de ${product}`,
    paragraphs: ['El correo funciona: esto se envió desde los ajustes de la plataforma.'],
  }),
}
