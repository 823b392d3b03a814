// Every bound of this package, with its unit and its reason. Nothing here is tuned per product: callers that need
// another value pass it as an option; these are the defaults and the hard limits of the standard.

/** command_length, command_id, command_status and sequence_number: 4 octets each (SMPP 3.4, 3.2). */
export const HEADER_OCTETS = 16

/**
 * Largest PDU accepted unless configured: a full 64 KiB message_payload (5.3.2.32) and 4 KiB for all else in the PDU.
 */
export const PDU_OCTETS_MAX = 64 * 1024 + 4 * 1024

/** Sequence numbers run from 1 to this value and then start again (5.1.4). */
export const SEQUENCE_NUMBER_MAX = 0x7fffffff

/** Longest short_message (5.2.21): 254 octets; 255 is not a legal sm_length. */
export const SHORT_MESSAGE_OCTETS_MAX = 254

/** C-Octet String sizes, in octets and with the terminating NUL (4.1 and 5.2). */
export const SYSTEM_ID_OCTETS_MAX = 16
export const PASSWORD_OCTETS_MAX = 9
export const SYSTEM_TYPE_OCTETS_MAX = 13
export const ADDRESS_RANGE_OCTETS_MAX = 41
export const SERVICE_TYPE_OCTETS_MAX = 6
export const ADDRESS_OCTETS_MAX = 21
export const LONG_ADDRESS_OCTETS_MAX = 65
export const TIME_OCTETS_MAX = 17
export const MESSAGE_ID_OCTETS_MAX = 65

/**
 * Longest password that we *send*, in octets with its NUL. The standard allows 9, but carriers issue longer ones, and
 * refusing to send what the carrier demands would leave its connection unusable. What we accept stays at 9.
 */
export const PASSWORD_SENT_OCTETS_MAX = 65

/** interface_version that says "3.4" (5.2.4). */
export const INTERFACE_VERSION = 0x34

/** Our requests that may wait for a response at the same time; carriers usually grant 10 to 100 (2.9). */
export const WINDOW_MAX = 10

/** Our requests that may wait for a place in the window, before `send` refuses. */
export const QUEUE_MAX = 1_000

/** Requests of the peer that may be unanswered before we stop reading: bounds what the application can be handed. */
export const UNANSWERED_MAX = 10_000

/** Octets that may wait in the stream for a peer that does not read; never less than the stream's own 64 KiB. */
export const WRITE_BACKLOG_OCTETS_MAX = 1024 * 1024

/** Octets of one write slab. Answers of one tick are written into it side by side: 900 deliver_sm_resp in 16 KiB. */
export const SLAB_OCTETS = 16 * 1024

/** How long the peer has to answer a request, in ms (7.2, response_timer). */
export const RESPONSE_TIMEOUT_MS = 30_000

/** How long after the connection a bind must have succeeded, in ms (7.2, session_init_timer). */
export const SESSION_INIT_TIMEOUT_MS = 10_000

/** Time between two of our enquire_link, in ms (7.2, enquire_link_timer). */
export const ENQUIRE_LINK_INTERVAL_MS = 30_000

/** Unanswered enquire_link, with nothing else heard meanwhile, after which the peer counts as dead. */
export const ENQUIRE_LINK_FAILURES_MAX = 3

/** How long the peer may send nothing at all, in ms, 0 for ever (7.2, inactivity_timer). */
export const INACTIVITY_TIMEOUT_MS = 0

/** How long answers still owed may delay our unbind_resp, and how long the peer may take to close after it, in ms. */
export const UNBIND_GRACE_MS = 5_000

/** How long a TCP connection and TLS handshake may take, in ms. */
export const CONNECT_TIMEOUT_MS = 10_000

/** Sessions a server holds at once, bound or not. */
export const SERVER_SESSIONS_MAX = 1_000

/** Octets of user data in one short message on the air interface (GSM 03.40, TP-UD). */
export const USER_DATA_OCTETS_MAX = 140

/** Parts of one concatenated message: the total is one octet (GSM 03.40, 9.2.3.24.1). */
export const PARTS_MAX = 255
