// What the operator may change while the program runs: each setting with its bounds, its default and the reason for
// both. Secrets beside them are write-only: an answer says whether one is set, never what it is.
import { z } from 'zod'
import { EXPORT_EXPIRY_DAYS_DEFAULT } from './exports.ts'
import { operation } from './operation.ts'
import { roles } from './roles.ts'
import { PASSWORD_LENGTH_MIN_DEFAULT } from './users.ts'

export const PASSWORD_LENGTH_RECOMMENDED = 8

const whole = (min: number, max: number, unit: string) =>
  z
    .number(`Give a whole number of ${unit}.`)
    .int(`Give a whole number of ${unit}.`)
    .min(min, `At least ${min} ${unit}.`)
    .max(max, `At most ${max} ${unit}.`)
const days = (min: number, max: number) => whole(min, max, 'days')
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\p{Cc}]*$/u, 'Use one line of plain text.')
const word = line(64).regex(/^[A-Za-z0-9_.-]*$/, 'Use letters, digits, dot, dash and underscore.')

export const mailSecurities = ['tls', 'starttls', 'none'] as const
export const captchaProviders = ['none', 'turnstile', 'hcaptcha'] as const
export const gatewayBodies = ['json', 'form'] as const

/** A host name or an address. Empty: none. */
const host = line(253).regex(/^[\p{L}\d.:_-]*$/u, 'Give a name or an address without port, such as mail.example.com.')
const gatewayUrl = line(500).refine(
  (text) => text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
  'Give an address that starts with https://.',
)
const address = z.union([z.literal(''), z.email('Give an email address such as sms@example.com.').max(254)])

/** Headers that the request has anyway, or that steer the connection. */
const ownHeaders = /^(connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i
const header = word.refine((text) => !ownHeaders.test(text), 'This header is not free for a credential.')

export const PRODUCT_NAME_DEFAULT = 'Inrange'
export const TAGLINE_DEFAULT = 'Message Receiving Platform'

/** Name → what is accepted, and what holds while nobody has set it. */
export const settingsByName = {
  /** How long a settled earning matures before it becomes available; 0 makes it available at once. */
  earningsMaturityDays: { schema: days(0, 365), default: 30 },
  /** A session ends then, however busy it is (ASVS 7.3.2). */
  sessionAbsoluteDays: { schema: days(1, 365), default: 30 },
  /** A session that is not renewed for so long ends (ASVS 7.3.1). */
  sessionIdleDays: { schema: days(1, 365), default: 14 },
  /** The specification's 6; 8 is recommended where it is set. Never below the contract's own bound. */
  passwordLengthMin: {
    schema: whole(PASSWORD_LENGTH_MIN_DEFAULT, 64, 'characters'),
    default: PASSWORD_LENGTH_MIN_DEFAULT,
  },
  /** A password that somebody else chose stops working then (ASVS 6.4.1). */
  temporaryPasswordDays: { schema: days(1, 90), default: 7 },
  /** A link to choose a new password is good for so long: whoever has it is in. */
  recoveryLinkMinutes: { schema: whole(5, 1_440, 'minutes'), default: 30 },
  /** So is an invitation, which a person may find days later. */
  invitationDays: { schema: days(1, 30), default: 7 },
  /** Roles that need a second factor (ASVS 6.3.3); null: super_admin where the console is served over https. */
  mfaRequiredRoles: { schema: z.array(z.enum(roles)).max(roles.length).nullable(), default: null },
  /** Codes sent to one phone number in a day, UTC: each disturbs whoever has it. */
  phoneCodesPerNumberPerDay: { schema: whole(1, 100, 'codes'), default: 5 },
  /** Codes sent for one user, to whatever numbers. */
  phoneCodesPerUserPerDay: { schema: whole(1, 100, 'codes'), default: 10 },
  /** Codes sent in all: each costs money. */
  phoneCodesPerDay: { schema: whole(1, 1_000_000, 'codes'), default: 500 },
  /** The server that takes our mail; none while `host` is empty. `tls` from the first byte, `starttls` insisted on. */
  mail: {
    schema: z.strictObject({
      host,
      port: whole(1, 65_535, 'for the port'),
      security: z.enum(mailSecurities),
      username: line(254),
      fromAddress: address,
      fromName: line(100),
    }),
    default: { host: '', port: 465, security: 'tls', username: '', fromAddress: '', fromName: 'Inrange' },
  },
  /** The gateway that sends our codes by SMS: one HTTP request each; none while `url` is empty. */
  smsGateway: {
    schema: z.strictObject({
      url: gatewayUrl,
      body: z.enum(gatewayBodies),
      numberField: word.min(1, 'Name the field of the number.'),
      textField: word.min(1, 'Name the field of the text.'),
      /** Empty: no sender is given. */
      senderField: word,
      sender: line(20),
      /** The header that carries the credential. */
      credentialHeader: header,
    }),
    default: {
      url: '',
      body: 'json',
      numberField: 'to',
      textField: 'text',
      senderField: 'from',
      sender: '',
      credentialHeader: 'Authorization',
    },
  },
  /** What bounds deposits. Dollars and hours. */
  deposits: {
    schema: z.strictObject({
      minimumUsd: whole(1, 10_000, 'dollars'),
      /** An announced deposit is waited for so long. */
      openHours: whole(1, 168, 'hours'),
      /** An exact amount is given to nobody else for so long after that. */
      quarantineHours: whole(0, 720, 'hours'),
      /** Above it a second node has to say the same, where there is one. */
      secondOpinionUsd: whole(0, 1_000_000, 'dollars'),
      /** Beyond what each network needs. */
      extraConfirmations: whole(0, 1_000, 'blocks'),
    }),
    default: { minimumUsd: 10, openHours: 24, quarantineHours: 72, secondOpinionUsd: 1_000, extraConfirmations: 0 },
  },
  /** What bounds withdrawals. */
  withdrawals: {
    schema: z.strictObject({
      /** The kill switch: nothing is requested, approved or sent. */
      isPaused: z.boolean(),
      minimumUsd: whole(1, 10_000, 'dollars'),
      perRequestUsd: whole(1, 1_000_000, 'dollars'),
      perUserDayUsd: whole(1, 10_000_000, 'dollars'),
      perUserDayRequests: whole(1, 100, 'requests'),
      platformDayUsd: whole(1, 100_000_000, 'dollars'),
      /** From so much on a second person has to approve; 0: always. */
      secondPersonUsd: whole(0, 1_000_000, 'dollars'),
      /** Below so much nobody has to approve; 0: somebody always has to. */
      autoApproveUsd: whole(0, 10_000, 'dollars'),
      /** A new destination rests so long. */
      destinationHours: whole(0, 168, 'hours'),
      /** After a change of password, email address or factors nothing leaves for so long. */
      changeHours: whole(0, 168, 'hours'),
      /** An account has to be so old. */
      accountHours: whole(0, 720, 'hours'),
      /**
       * What PayPal brought may leave only to PayPal for so long, since it may be charged back; 0: anywhere at once.
       */
      paypalOnlyDays: days(0, 365),
      /** Nobody withdraws without a second factor. Otherwise the password proves those who have none. */
      requireFactor: z.boolean(),
    }),
    default: {
      isPaused: false,
      minimumUsd: 10,
      perRequestUsd: 5_000,
      perUserDayUsd: 10_000,
      perUserDayRequests: 5,
      platformDayUsd: 50_000,
      secondPersonUsd: 500,
      autoApproveUsd: 0,
      destinationHours: 24,
      changeHours: 24,
      accountHours: 72,
      paypalOnlyDays: 180,
      requireFactor: false,
    },
  },
  /** When traffic looks inflated: each signal opens a case that holds what the range earned. */
  integrity: {
    schema: z.strictObject({
      isEnabled: z.boolean(),
      /** Hours with fewer messages are never judged. */
      messagesMin: whole(1, 1_000_000, 'messages'),
      /** An hour against the same range's median of the two weeks before. */
      burstFactor: whole(2, 1_000, 'times'),
      /** Percent of a range's numbers hit in one hour, in their order. */
      fanOutPercent: whole(1, 100, 'percent'),
      /** Percent of an hour's messages from one sender. */
      oneSenderPercent: whole(1, 100, 'percent'),
      /** Percent of an hour's messages with one text. */
      oneTextPercent: whole(1, 100, 'percent'),
      /** A range that began so lately … */
      newRangeDays: days(0, 90),
      /** … and earned so much in a day. */
      newRangeDayUsd: whole(1, 1_000_000, 'dollars'),
    }),
    default: {
      isEnabled: true,
      messagesMin: 500,
      burstFactor: 20,
      fanOutPercent: 60,
      oneSenderPercent: 95,
      oneTextPercent: 80,
      newRangeDays: 7,
      newRangeDayUsd: 500,
    },
  },
  /** From when on something is an alert (docs/operating/alerts.md). */
  alerts: {
    schema: z.strictObject({
      /** A connection that should be up is down for longer; 0: at once. */
      connectionDownMinutes: whole(0, 1_440, 'minutes'),
      /** An hour without messages, on a connection that usually has at least so many in it. */
      quietMessages: whole(1, 1_000_000, 'messages'),
      /** Into the quarantine within an hour. */
      quarantinePerHour: whole(1, 1_000_000, 'messages'),
      /** Received, and not durable for longer. */
      lagSeconds: whole(1, 3_600, 'seconds'),
      /** Of the requests of five minutes, answered with a fault of ours. */
      faultPercent: whole(1, 100, 'percent'),
      /** One request in twenty takes longer. */
      slowMs: whole(50, 60_000, 'milliseconds'),
      /** Of the disk is free. */
      diskFreePercent: whole(1, 50, 'percent'),
      /** A withdrawal waits for an approval for longer. */
      withdrawalHours: whole(1, 720, 'hours'),
      /** The newest backup is older. */
      backupHours: whole(1, 2_160, 'hours'),
    }),
    default: {
      connectionDownMinutes: 2,
      quietMessages: 20,
      quarantinePerHour: 100,
      lagSeconds: 5,
      faultPercent: 5,
      slowMs: 1_000,
      diskFreePercent: 10,
      withdrawalHours: 24,
      backupHours: 26,
    },
  },
  /** How long the texts of messages are kept; rows, figures and money stay. */
  retention: {
    schema: z.strictObject({
      /** Text and octets of messages and of quarantine go after so many days; 0 keeps them. */
      bodyDays: days(0, 3_650),
    }),
    default: { bodyDays: 0 },
  },
  /** How long the files of exports and reports are kept. */
  exports: {
    schema: z.strictObject({ expiryDays: days(1, 90) }),
    default: { expiryDays: EXPORT_EXPIRY_DAYS_DEFAULT },
  },
  /** What the platform calls itself: on every page, in mails and on statements. */
  branding: {
    schema: z.strictObject({
      productName: line(40).min(1, 'Give the platform a name.'),
      /** Below the name; the one by default is shown in the reader's language. Empty: none. */
      tagline: line(80),
    }),
    default: { productName: PRODUCT_NAME_DEFAULT, tagline: TAGLINE_DEFAULT },
  },
  /** Who asks visitors to prove that they are people. */
  captcha: {
    schema: z.strictObject({ provider: z.enum(captchaProviders), siteKey: line(200) }),
    default: { provider: 'none', siteKey: '' },
  },
} as const satisfies Record<string, { schema: z.ZodType; default: unknown }>

export type SettingName = keyof typeof settingsByName
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settingsByName)[Name]['schema']> }
export const settingNames = Object.keys(settingsByName) as SettingName[]

/** Stored sealed, and never answered. */
export const secretSettingNames = ['mailPassword', 'smsGatewayCredential', 'captchaSecret'] as const
export type SecretSettingName = (typeof secretSettingNames)[number]

const valuesShape = Object.fromEntries(settingNames.map((name) => [name, settingsByName[name].schema])) as {
  [Name in SettingName]: (typeof settingsByName)[Name]['schema']
}
const secret = z
  .string()
  .trim()
  .min(1, 'Give the secret, or leave it as it is.')
  .max(1_000, 'At most 1,000 characters.')
const plainSecret = secret.regex(/^[\x20-\x7e]*$/, 'Use letters, digits and signs of ASCII.')

const settingsAnswer = z
  .object({
    /** Changes with every change; of two who change, the second is told. */
    version: z.string(),
    values: z.object(valuesShape),
    secretsSet: z.object({ mailPassword: z.boolean(), smsGatewayCredential: z.boolean(), captchaSecret: z.boolean() }),
    /** Whether the console is served over https, which decides the default of mfaRequiredRoles. */
    isHttps: z.boolean(),
  })
  .meta({ id: 'Settings' })

const tried = z.object({
  outcome: z.enum(['sent', 'refused', 'unreachable', 'not_configured']),
  /** What the other side said, in a sentence. */
  detail: z.string(),
})

export const settings = {
  'settings.public': operation({
    method: 'GET',
    path: '/settings/public',
    summary: 'What the sign-in page has to know',
    response: z.object({
      passwordLengthMin: z.number().int(),
      /** Whether a forgotten password can be asked for by mail. */
      mailIsSent: z.boolean(),
      /** Whether codes can be sent to phones. */
      phoneFactors: z.boolean(),
      captcha: z.object({ provider: z.enum(['turnstile', 'hcaptcha']), siteKey: z.string() }).nullable(),
    }),
  }),
  'settings.read': operation({
    method: 'GET',
    path: '/settings',
    summary: 'All settings of the platform; of secrets only whether they are set',
    response: settingsAnswer,
  }),
  'settings.update': operation({
    method: 'PATCH',
    path: '/settings',
    summary: 'Change settings: all of the given ones or none',
    body: z
      .strictObject({
        /** As it was read. */
        version: z.string().max(64),
        changes: z.strictObject(valuesShape).partial().default({}),
        /** A text replaces a secret, null removes it. */
        secrets: z
          .strictObject({
            mailPassword: secret.nullable(),
            // They travel in a header and in a form.
            smsGatewayCredential: plainSecret.nullable(),
            captchaSecret: plainSecret.nullable(),
          })
          .partial()
          .default({}),
      })
      .refine(
        ({ changes, secrets }) => Object.keys(changes).length + Object.keys(secrets).length > 0,
        'Give at least one setting to change.',
      ),
    response: settingsAnswer,
    errors: ['settings_changed'],
  }),
  'settings.test-mail': operation({
    method: 'POST',
    path: '/settings/test-mail',
    summary: 'Send a mail to the address of the caller, as the stored settings say',
    response: tried,
  }),
  'settings.test-sms': operation({
    method: 'POST',
    path: '/settings/test-sms',
    summary: 'Send an SMS to a number, as the stored settings say',
    body: z.strictObject({
      number: z
        .string()
        .trim()
        .regex(/^\+?[1-9]\d{6,14}$/, 'Give the number with its country code, such as +447700900123.'),
    }),
    response: tried,
  }),
}
