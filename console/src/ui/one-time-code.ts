// One-time codes as the whole console finds them: by the rule that the server counts them by.
export { findCode, type FoundCode } from '@inrange/contract/one-time-code'
