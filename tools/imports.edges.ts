// The reviewed list: which part may import which. Guarantees one place where the shape of the program is decided; a new
// line here is a decision to be argued for. It deliberately holds data alone: imports.rules.ts reads it.

/**
 * A part of the tree, and the parts it may import besides itself. The first pattern that fits a path names its part.
 */
export type Part = { name: string; paths: RegExp; mayImport: readonly string[] }

const everyServerPart = ['config', 'limits', 'platform', 'features', 'ingest', 'compose', 'demo']
const everyPackage = ['contract', 'smpp']

export const parts: readonly Part[] = [
  { name: 'contract', paths: /^packages\/contract\//, mayImport: [] },
  { name: 'smpp', paths: /^packages\/smpp\//, mayImport: [] },
  { name: 'sim', paths: /^sim\//, mayImport: everyPackage },

  { name: 'platform', paths: /^server\/src\/platform\//, mayImport: ['limits', 'contract'] },
  // Fault and bound are platform nouns that the two files read before anything else is up.
  { name: 'limits', paths: /^server\/src\/limits\.ts$/, mayImport: ['platform'] },
  { name: 'config', paths: /^server\/src\/config\.ts$/, mayImport: ['platform', 'limits'] },
  { name: 'features', paths: /^server\/src\/features\//, mayImport: ['platform', 'limits', ...everyPackage] },
  { name: 'ingest', paths: /^server\/src\/ingest\//, mayImport: ['platform', 'limits', 'features', ...everyPackage] },
  {
    name: 'compose',
    paths: /^server\/src\/compose\.ts$/,
    mayImport: ['config', 'limits', 'platform', 'features', 'ingest', ...everyPackage],
  },
  // The demonstration is a guest of the program: it does what an operator does, and drives the simulated carrier.
  {
    name: 'demo',
    paths: /^server\/src\/demo\//,
    mayImport: [...everyServerPart, 'sim', ...everyPackage],
  },
  {
    name: 'entry',
    // Every other file here: the programs, what they share, and their tests.
    paths: /^server\/src\/[^/]+\.ts$/,
    mayImport: [...everyServerPart, ...everyPackage],
  },
  { name: 'server-testing', paths: /^server\/src\/testing\//, mayImport: [...everyServerPart, 'sim', ...everyPackage] },

  { name: 'console-texts', paths: /^console\/src\/i18n\//, mayImport: ['contract'] },
  { name: 'console-lib', paths: /^console\/src\/lib\//, mayImport: ['contract', 'console-texts'] },
  { name: 'console-ui', paths: /^console\/src\/ui\//, mayImport: ['console-lib', 'console-texts'] },
  { name: 'console-paths', paths: /^console\/src\/paths\.ts$/, mayImport: ['contract', 'console-texts'] },
  {
    name: 'console-features',
    paths: /^console\/src\/features\//,
    mayImport: ['contract', 'console-lib', 'console-ui', 'console-texts', 'console-paths'],
  },
  {
    name: 'console-entry',
    paths: /^console\//,
    mayImport: ['contract', 'console-lib', 'console-ui', 'console-texts', 'console-paths', 'console-features'],
  },

  { name: 'bench', paths: /^bench\//, mayImport: [...everyServerPart, 'sim', 'server-testing', ...everyPackage] },
  {
    // Of the console only its addresses, so that every section is visited without a list of its own.
    name: 'e2e',
    paths: /^e2e\//,
    mayImport: [
      ...everyServerPart,
      'entry',
      'sim',
      'server-testing',
      'console-paths',
      'console-texts',
      ...everyPackage,
    ],
  },
  { name: 'tools', paths: /^(tools\/|[^/]+$)/, mayImport: [...everyServerPart, 'contract', 'console-texts'] },
]

/** `from to`: one slice, or the pipeline, reaching another slice through its public file, and why. */
export const serverEdges: Readonly<Record<string, string>> = {
  'settings audit': 'a changed setting is in the audit log, with before and after',
  'identity audit': 'sign-ins, sign-outs and refusals are activities of their user',
  'notices settings': 'the mail server and the SMS gateway are settings',
  'identity notices': 'links, sign-ins from new devices and changes of factors are told by mail',
  'identity notifications': 'somebody hears when their codes of the day are nearly used up',
  'identity settings': 'lifetimes of sessions and the password policy are settings',
  'search messages': 'the search of everything looks through messages as their archive does',
  'users audit': 'what an administrator does to a user is in the audit log',
  'users identity': 'passwords and sessions are made and ended by identity alone',
  'users ledger': "a user's balance is derived from the ledger, never stored",
  'users settings': 'the password policy is a setting',
  'reports audit': 'who exported what, and who took what belongs to others',
  'reports messages': 'an export of messages is their list, page by page',
  'reports notices': 'a scheduled report is told by mail',
  'reports notifications': 'the owner of an export hears that it ended',
  'ranges audit': 'a changed range is in the audit log, with before and after',
  'carriers audit': 'a changed connection is in the audit log, without its secrets',
  'carriers notifications': 'administrators hear of a connection that is down, and up again',
  'messages audit': "revealing a text that is not the caller's is in the audit log",
  'messages settings': 'how long texts are kept is a setting',
  'messages ledger': 'the trace of a message names its settlement and its transfer',
  'alerts audit': 'who acknowledged an alert is in the audit log',
  'alerts notifications': 'the opening of an alert is told to whoever can act on it',
  'alerts settings': 'from when on something is an alert is a setting',
  'alerts system': 'alerts are judged by what the installation measures of itself',
  'overview carriers': 'the states of connections, as the watch over them sees them',
  'overview system': 'rates of the last minutes, which the recorder has',
  'system audit': 'whether the audit log was verified and sealed',
  'system carriers': 'the states of connections are part of what is measured',
  'system ledger': 'whether the ledger was checked, and what was found',
  'system settings': 'whether there is a mail server',
  'insights audit': 'the dashboard shows the latest activities',
  'insights ledger': 'what matures on which day is the ledger to say',
  'insights messages': 'the dashboard shows the latest messages, and reads their stored numbers as messages does',
  'reports settings': 'how long files are kept is a setting',
  'insights settings': 'whether a mail server is set is a step of setting up',
  'integrity audit': 'who opened and ended a case, and what its owner was told',
  'integrity ledger': 'a case freezes, holds, releases and takes back earnings',
  'integrity notices': 'the owner hears of a case by mail',
  'integrity settings': 'the thresholds of the signals are settings',
  'notifications notices': 'what a reader wants by mail is mailed',
  'notifications settings': 'nothing waits for a mail while there is no mail server',
  'messages notifications': 'the live stream of a console carries its notifications too',
  'ranges notifications': 'owners hear of ranges that come and go',
  'payments notifications': 'owners hear of each step of their money',
  'integrity notifications': 'owners hear that earnings are held, and how it ended',
  'payments audit': 'what happened to money and who decided it is an activity of its owner and in the audit log',
  'payments identity': 'a withdrawal is confirmed with a proof that identity judges',
  'payments ledger': 'what came and what left moves money, and a withdrawal holds it',
  'payments notices': 'owners hear of their withdrawals and destinations by mail',
  'payments settings': 'limits and rests of deposits and withdrawals are settings',
  'payments wallet': 'the payments of all users are the history of each, read in the same way',
  'wallet ledger': 'the wallet is a reading of the ledger',
  'wallet settings': 'the wallet says after how many days earnings mature',
  'quarantine audit': 'a decision about quarantined messages, and a reveal, are in the audit log',
  'quarantine insights': 'a message of a day that was closed changes the figures of that day',
  'quarantine messages': 'the meaning of the stored numbers of a message, its evidence and its mask',
  'quarantine ranges': 'the shape of the facts by which a number is located',
  'test-numbers audit': 'a sent test message is in the audit log',
  'test-numbers carriers': 'a test message is sent through the way in of a connection, with its secret',
  'test-numbers messages': 'what arrived on a test number is read as messages reads it',
  'ingest quarantine': 'what quarantine asks of the stages, to let a message land after all',
  'ingest carriers': 'what a connection hands over, and what it is answered',
  'ingest messages': 'the meaning of the stored numbers of a message: coding, flags',
  'ingest ranges': 'the routing table that recipients are located in',
}

/** The same for the console, whose slices have no public file: the edge is allowed, and reviewed, as a whole. */
export const consoleEdges: Readonly<Record<string, string>> = {
  'dashboard analytics': 'a period is chosen, named and drawn alike wherever figures are shown',
  'earnings analytics': 'a period is chosen, named and drawn alike wherever figures are shown',
  'shell identity': 'the gate shows the sign-in screens until somebody is signed in',
  'identity shell': 'the sign-in screens carry the brand of the shell',
  'holds payments': 'the queue of withdrawals is one, in Payment Settings and in Holds, with its links and facts',
  'payments identity': 'the second factor is shown again before money goes elsewhere, as at the sign-in',
  'wallet payments': 'an address in groups and its QR code are shown alike where money is sent and where it is kept',
  'shell search': 'the palette shows what the search of everything finds',
  'test-numbers ranges': 'the country of a number is shown as at its range',
  'test-numbers payments': 'a QR code is drawn alike wherever one is',
  'audit users': 'a user is chosen by name alike wherever one is',
  'holds users': 'a user is chosen by name alike wherever one is',
  'payments users': 'a user is chosen by name alike wherever one is',
  'reports users': 'a user is chosen by name alike wherever one is',
  'reports wallet': 'the months with their statements are one list, in the wallet and among reports',
  'admin-dashboard alerts': 'what is wrong is shown on both dashboards of those who run the platform',
  'admin-dashboard carriers': 'the states of connections have the words and colours of the carriers section',
  'system alerts': 'what is wrong is shown on both dashboards, and says how each part is',
  'system audit': 'the latest entries of the audit log read as they do there',
  'shell notifications': 'the header has the bell',
  'account notifications': 'what reaches somebody is chosen in their account',
  'account identity': 'a password is changed, and a factor shown and set up, in the account as at the sign-in',
}
