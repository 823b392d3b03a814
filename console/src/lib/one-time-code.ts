// The rule by which a one-time code is found in a text, for the components that draw one: the server's own, so that
// what is marked here is what is counted there.
export { findCode } from '@inrange/contract/one-time-code'
