// The rows of the policy matrix: for every operation what it is called on, with what, and where its answer is not what
// the policy table alone says. Data, read by policy.test.ts; an operation without a row does not compile.
import type { OperationId } from '@inrange/contract/operations'
import { TEST_NUMBER, type CallerKind, type Noun, type OwnedNoun, type PolicyWorld } from './policy-world.ts'
import { TEST_PLATFORM_PASSWORD } from './test-platform.ts'

/** Whose thing an operation is called on; `none` where it names no thing, `above` a super admin. */
export type Whose = 'none' | 'own' | 'others' | 'above' | 'unknown' | 'malformed'
type Asked = { query?: Record<string, string>; body?: unknown }
export type Row = {
  /** What the operation is called on; null: on nothing in particular. */
  on: Noun | null
  /** What its address names besides things: a month. */
  named?: string
  /** Beside the id in the path. */
  ask?: (id: string, world: PolicyWorld) => Asked
  /** Where the answer is not what the policy table alone says, and why. */
  except?: Partial<Record<`${CallerKind} ${Whose}`, { status: number; because: string }>>
  /** The answer is a list of these: it holds one's own, and somebody else's exactly where the scope is `any`. */
  lists?: OwnedNoun
  /** The caller's session is over after it was called on the caller. */
  endsOwnSession?: boolean
}

let made = 0
const unique = () => `x${++made}`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const isAbove = { status: 403, because: 'nobody acts on a role above their own' }
const notBelow = { status: 403, because: 'one acts only for a role strictly below one’s own' }
const ownPassword = { status: 403, because: 'one’s own password is changed with the present one' }
const notAPathId = { status: 422, because: 'the id is a field of the request, not its address' }
const notSent = { status: 409, because: 'PayPal does not send USDT' }
const ownMoney = { status: 409, because: 'nobody decides about their own money' }
const notApproved = { status: 409, because: 'it was not approved' }
const anAdminHas = { status: 409, because: 'an admin has approved it before' }
const itIsOver = { status: 409, because: 'it was given back before' }
const noNode = { status: 503, because: 'no node is set' }
const noIntent = { status: 422, because: 'the intent is none of ours' }
const byPaypal = { status: 422, because: 'PayPal tells by itself; there is no transaction to give' }
const notTheirs = { status: 404, because: 'the destination is the user’s' }
const malformedField = {
  'user malformed': notAPathId,
  'admin malformed': notAPathId,
  'super_admin malformed': notAPathId,
}
const itIsDone = { status: 409, because: 'it was done before' }
const notThere = { status: 200, because: 'what is not there is not among those that are decided about' }
const chosenByField = {
  'admin unknown': notThere,
  'super_admin unknown': notThere,
  'admin malformed': notAPathId,
  'super_admin malformed': notAPathId,
}
const landsNowhere = { status: 409, because: 'it lies in no range, so nothing can be expected to land' }
const onlyOwnNotes = { status: 404, because: 'a note is one’s own, for every role' }

export const rows: Record<OperationId, Row> = {
  'system.health': { on: null },
  'system.read': { on: null },
  'system.history': { on: null },
  'alerts.list': { on: null },
  'alerts.acknowledge': { on: 'alert', ask: () => ({ body: { note: 'Asked the carrier' } }) },
  'overview.work': { on: null },
  'overview.traffic': { on: null },
  'overview.users': { on: null },
  'dashboard.read': { on: null },
  'analytics.read': { on: 'user', ask: (ownerId) => ({ query: { ownerId } }), except: malformedField },
  'earnings.read': { on: null },
  'earnings.maturity': { on: null },
  'earnings.rates': { on: null },
  'messages.list': {
    on: 'user',
    ask: (ownerId) => ({ query: { ownerId } }),
    except: { 'user malformed': notAPathId, 'admin malformed': notAPathId, 'super_admin malformed': notAPathId },
  },
  'messages.read': { on: 'message' },
  'messages.reveal': { on: 'message' },
  'messages.mark-read': {
    on: 'message',
    ask: (id) => ({ body: { ids: [id] } }),
    except: { 'user malformed': notAPathId, 'admin malformed': notAPathId, 'super_admin malformed': notAPathId },
  },
  'messages.mark-all-read': { on: null, ask: () => ({ body: { position: '0' } }) },
  'messages.mark-matching': { on: null, ask: () => ({ body: { filter: { text: 'nothing' } } }) },
  'messages.filter-options': { on: 'user', ask: (ownerId) => ({ query: { ownerId } }), except: malformedField },
  'saved-views.list': { on: null, ask: () => ({ query: { section: 'inbox' } }) },
  'saved-views.create': { on: null, ask: () => ({ body: { section: 'inbox', name: unique(), state: {} } }) },
  'saved-views.update': { on: 'savedView', ask: () => ({ body: { name: unique() } }) },
  'saved-views.delete': { on: 'savedView' },
  'messages.live': { on: null },
  'ranges.list': { on: null, lists: 'range' },
  'ranges.create': {
    on: null,
    ask: (_id, { others }) => {
      const numbers = { prefix: '4479', startNumber: `${1_000 + ++made}`, endNumber: `${1_000 + made}` }
      return { body: { name: unique(), ...numbers, ownerId: others.user, rate: '0.0043' } }
    },
  },
  'ranges.preview': { on: null, ask: () => ({ body: { prefix: '4478', startNumber: '00', endNumber: '99' } }) },
  'ranges.read': { on: 'range' },
  'ranges.update': { on: 'range', ask: () => ({ body: { name: unique() } }) },
  'users.list': { on: null, lists: 'user' },
  'users.options': { on: null, lists: 'user' },
  'users.create': {
    on: null,
    ask: () => ({ body: { username: unique(), email: `${unique()}@example.com`, password: 'long enough 1' } }),
  },
  'users.read': { on: 'user' },
  'users.update': {
    on: 'user',
    ask: () => ({ body: { email: `${unique()}@example.com` } }),
    except: { 'admin above': isAbove },
  },
  'users.reset-password': {
    on: 'user',
    except: { 'admin above': isAbove, 'admin own': ownPassword, 'super_admin own': ownPassword },
  },
  'users.sign-out': { on: 'user', endsOwnSession: true, except: { 'admin above': isAbove } },
  'users.reset-factors': {
    on: 'user',
    except: { 'admin above': isAbove, 'admin own': ownPassword, 'super_admin own': ownPassword },
  },
  'users.unlock': { on: 'user', except: { 'admin above': isAbove } },
  'users.sessions': { on: 'user' },
  'users.act-as': {
    on: 'user',
    ask: () => ({ body: { reason: 'A question about a message' } }),
    except: {
      'admin own': notBelow,
      'admin above': notBelow,
      'super_admin own': notBelow,
      'super_admin above': notBelow,
    },
  },
  'users.stop-acting': { on: null },
  'users.stats': { on: 'user' },
  'users.activities': { on: 'user' },
  'users.log-activity': {
    on: 'user',
    ask: () => ({ body: { activityType: 'note', description: 'A note' } }),
    except: { 'admin others': onlyOwnNotes, 'super_admin others': onlyOwnNotes },
  },
  'account.read': { on: null },
  'account.update': {
    on: null,
    ask: () => ({ body: { email: `${unique()}@example.com`, currentPassword: TEST_PLATFORM_PASSWORD } }),
  },
  'account.choose-language': { on: null, ask: () => ({ body: { language: 'es' } }) },
  'account.sessions': { on: null },
  'account.end-session': { on: 'session' },
  'account.end-other-sessions': { on: null },
  'search.everything': { on: null, ask: () => ({ query: { q: 'bystander' } }) },
  'notifications.list': { on: null },
  'notifications.mark-read': {
    on: 'notification',
    ask: (id) => ({ body: { ids: [id] } }),
    except: {
      'user malformed': notAPathId,
      'admin malformed': notAPathId,
      'super_admin malformed': notAPathId,
    },
  },
  'notifications.mark-all-read': {
    on: 'notification',
    ask: (id) => ({ body: { upTo: id } }),
    except: {
      'user malformed': notAPathId,
      'admin malformed': notAPathId,
      'super_admin malformed': notAPathId,
    },
  },
  'notifications.preferences': { on: null },
  'notifications.update-preferences': { on: null, ask: () => ({ body: { kind: 'payment', console: true } }) },
  'audit.list': { on: null },
  'audit.export': { on: null },
  'audit.chain': { on: null },
  'audit.read': { on: 'audit' },
  'identity.rotate-keys': { on: null },
  'system.report-client-error': {
    on: null,
    ask: () => ({ body: { id: 'k3f9-2xq7', name: 'TypeError', section: 'wallet', places: [] } }),
  },
  'settings.public': { on: null },
  'settings.read': { on: null },
  // Nobody has changed any, so there is one version.
  'settings.update': { on: null, ask: () => ({ body: { version: '0.0', changes: { invitationDays: 9 } } }) },
  'settings.test-mail': { on: null },
  'settings.test-sms': { on: null, ask: () => ({ body: { number: '+447700900123' } }) },
  'identity-providers.enabled': { on: null },
  'identity-providers.list': { on: null },
  'identity-providers.create': {
    on: null,
    ask: () => {
      const id = unique()
      return { body: { id, name: id, issuer: `https://${id}.example`, clientId: 'inrange' } }
    },
  },
  'identity-providers.update': { on: 'provider', ask: () => ({ body: { name: unique() } }) },
  'identity-providers.test': { on: 'provider' },
  'identity-providers.delete': { on: 'provider' },
  'wallet.read': { on: null },
  'wallet.transactions': { on: null, lists: 'settlement' },
  'wallet.earnings': { on: null, lists: 'range' },
  'wallet.settlement': { on: 'settlement' },
  'wallet.transactions-export': { on: null },
  'wallet.statements': { on: null },
  'wallet.statement': { on: null, named: '2026-03' },
  'wallet.statement-pdf': { on: null, named: '2026-03' },
  'wallet.statement-csv': { on: null, named: '2026-03' },
  'cases.list': { on: null },
  'cases.read': { on: 'case' },
  'cases.create': {
    on: null,
    ask: (_id, { others }) => ({
      body: { rangeId: others.range, from: hoursAgo(3), until: hoursAgo(1), reason: 'Looks odd' },
    }),
  },
  'cases.note': { on: 'case', ask: () => ({ body: { text: 'Asked the owner' } }) },
  // The admin proposes; the super admin, who comes after, finds it proposed.
  'cases.propose': {
    on: 'case',
    ask: () => ({ body: { outcome: 'release', reason: 'It was a campaign' } }),
    except: { 'super_admin others': { status: 409, because: 'an admin has proposed before' } },
  },
  // Refusing leaves the case as it was for whoever asks next.
  'cases.decide': {
    on: 'case',
    ask: () => ({ body: { decision: 'refuse', reason: 'Look again' } }),
    except: { 'super_admin others': { status: 409, because: 'the proposal was refused before' } },
  },
  'cases.own': { on: null },
  'payments.summary': { on: null },
  'payments.transactions': { on: null, lists: 'deposit' },
  'payments.transactions-export': { on: null, lists: 'user' },
  'payments.books': { on: null },
  'payments.take-books': { on: null },
  'payments.record-movement': {
    on: null,
    ask: () => ({ body: { network: 'erc20', txHash: 'ab'.repeat(32), note: 'A trial' } }),
    except: { 'super_admin none': { status: 503, because: 'no node is set' } },
  },
  'deposits.check': { on: 'deposit' },
  'deposits.create': {
    on: null,
    ask: (_id, { paymentMethod: methodId }) => ({
      body: { methodId, amount: '10.00', requestKey: `key ${unique()} for this` },
    }),
  },
  'deposits.read': { on: 'deposit' },
  'deposits.hint': {
    on: 'deposit',
    ask: () => ({ body: { txHash: 'ab'.repeat(32) } }),
    except: { 'user own': byPaypal, 'admin own': byPaypal, 'super_admin own': byPaypal },
  },
  'deposits.cancel': { on: 'deposit' },
  'payment-methods.available': { on: null },
  'payment-methods.list': { on: null },
  'payment-methods.create': {
    on: null,
    ask: () => ({
      body: {
        type: 'paypal',
        name: unique(),
        paypalClientId: 'client',
        paypalClientSecret: 'a secret of its own',
        isActive: false,
      },
    }),
  },
  'payment-methods.update': { on: 'paymentMethod', ask: () => ({ body: { version: '1', name: unique() } }) },
  'payment-methods.test': { on: 'paymentMethod' },
  'payment-methods.decide-xpub': {
    on: 'paymentMethod',
    ask: () => ({ body: { decision: 'confirm' } }),
    except: { 'super_admin others': { status: 409, because: 'no key is proposed' } },
  },
  'payment-methods.sweep-list': {
    on: 'paymentMethod',
    except: { 'super_admin others': { status: 503, because: 'no node is set' } },
  },
  'payments.reviews': { on: null },
  'payments.decide-review': {
    on: 'review',
    ask: () => ({ body: { decision: 'dismissed', note: 'A trial' } }),
  },
  'payments.look-up': {
    on: null,
    ask: () => ({ body: { network: 'erc20', txHash: 'ab'.repeat(32) } }),
    except: { 'super_admin none': { status: 503, because: 'no node is set' } },
  },
  'withdrawals.send': {
    on: 'withdrawal',
    except: { 'super_admin own': notSent, 'super_admin others': notSent },
  },
  'withdrawals.cancel-unclaimed': {
    on: 'withdrawal',
    except: { 'super_admin own': notSent, 'super_admin others': notSent },
  },
  'destinations.list': { on: null, lists: 'destination' },
  'destinations.create': { on: null, ask: () => ({ body: { kind: 'paypal', address: `${unique()}@example.com` } }) },
  'withdrawals.prepare': {
    on: null,
    ask: (_id, { own, paymentMethod: methodId }) => ({
      body: { methodId, destinationId: own.user.destination, amount: '10' },
    }),
    except: {
      'user none': { status: 422, because: 'a new account rests' },
      'admin none': notTheirs,
      'super_admin none': notTheirs,
    },
  },
  'withdrawals.request': {
    on: null,
    ask: () => ({
      body: { intent: 'none', proof: { kind: 'password', password: 'x' }, requestKey: `key ${unique()}` },
    }),
    except: { 'user none': noIntent, 'admin none': noIntent, 'super_admin none': noIntent },
  },
  'withdrawals.read': { on: 'withdrawal' },
  'withdrawals.queue': { on: null, lists: 'withdrawal' },
  'withdrawals.open': { on: 'withdrawal' },
  'withdrawals.hold': {
    on: 'withdrawal',
    ask: () => ({ body: { reason: null } }),
    except: { 'admin own': ownMoney, 'super_admin own': ownMoney },
  },
  'withdrawals.approve': {
    on: 'withdrawal',
    except: { 'admin own': ownMoney, 'super_admin own': ownMoney, 'super_admin others': anAdminHas },
  },
  'withdrawals.record-sent': {
    on: 'withdrawal',
    ask: () => ({ body: { txHash: 'cd'.repeat(32) } }),
    except: { 'super_admin own': notApproved, 'super_admin others': noNode },
  },
  // Two people say so: the admin, and the super admin after them.
  'withdrawals.give-back': {
    on: 'withdrawal',
    ask: () => ({ body: { statement: 'Our wallet shows no such transaction.' } }),
    except: { 'admin own': notApproved, 'super_admin own': notApproved },
  },
  'withdrawals.reject': {
    on: 'withdrawal',
    ask: () => ({ body: { reason: 'Not today' } }),
    except: {
      'admin own': ownMoney,
      'super_admin own': ownMoney,
      'admin others': itIsOver,
      'super_admin others': itIsOver,
    },
  },
  'withdrawals.cancel': { on: 'withdrawal' },
  'destinations.delete': { on: 'destination' },
  'carriers.list': { on: null },
  'carriers.create': { on: null, ask: () => ({ body: { name: unique() } }) },
  'carriers.read': { on: 'carrier' },
  'carriers.update': { on: 'carrier', ask: () => ({ body: { notes: unique() } }) },
  'connections.create': { on: 'carrier', ask: () => ({ body: { kind: 'http', name: unique() } }) },
  'connections.read': { on: 'connection' },
  'connections.update': { on: 'connection', ask: () => ({ body: { name: unique() } }) },
  'connections.rotate-secret': { on: 'connection' },
  'connections.test': { on: 'connection' },
  'connections.events': { on: 'connection' },
  'connections.health': { on: 'connection' },
  'connections.trace': { on: 'connection' },
  'quarantine.list': { on: null },
  'quarantine.summary': { on: null },
  'quarantine.read': { on: 'quarantine' },
  'quarantine.reveal': { on: 'quarantine' },
  'quarantine.preview-route': {
    on: 'quarantine',
    ask: (id) => ({ body: { ids: [id], as: 'now', withEarnings: true } }),
    except: chosenByField,
  },
  'quarantine.route': {
    on: 'quarantine',
    ask: (id) => ({
      body: { ids: [id], as: 'now', withEarnings: true, expected: { messages: 1, earned: '0.000000' } },
    }),
    except: {
      ...chosenByField,
      'admin others': landsNowhere,
      'admin unknown': landsNowhere,
      'super_admin others': landsNowhere,
      'super_admin unknown': landsNowhere,
    },
  },
  'quarantine.set-aside': {
    on: 'quarantine',
    ask: (id) => ({ body: { ids: [id], isSetAside: true } }),
    except: chosenByField,
  },
  'quarantine.test-route': { on: null, ask: () => ({ body: { number: '+447700900123' } }) },
  'test-numbers.list': { on: null },
  'test-numbers.read': { on: null, named: TEST_NUMBER },
  'test-numbers.messages': { on: null, named: TEST_NUMBER },
  'test-numbers.ways': { on: null },
  'test-numbers.inject': {
    on: 'connection',
    named: TEST_NUMBER,
    ask: (connectionId) => ({ body: { connectionId, sender: 'Test', text: 'Hello' } }),
    except: { 'admin malformed': notAPathId, 'super_admin malformed': notAPathId },
  },
  'reports.cdr': { on: 'user', ask: (userId) => ({ body: { userId } }), except: malformedField },
  'exports.list': { on: null, lists: 'export' },
  'exports.create': {
    on: 'user',
    ask: (userId) => ({ body: { kind: 'cdr', format: 'csv', userId } }),
    except: malformedField,
  },
  'exports.read': { on: 'export' },
  'exports.cancel': {
    on: 'export',
    except: { 'user own': itIsDone, 'admin own': itIsDone, 'super_admin own': itIsDone },
  },
  'exports.download': { on: 'export' },
  'schedules.list': { on: null, lists: 'schedule' },
  'schedules.create': {
    on: 'user',
    ask: (userId) => ({
      body: { name: 'Mine', every: 'day', hour: 6, request: { kind: 'cdr', format: 'csv', userId } },
    }),
    except: malformedField,
  },
  'schedules.update': { on: 'schedule', ask: () => ({ body: { isPaused: true } }) },
  'schedules.delete': { on: 'schedule' },
}
