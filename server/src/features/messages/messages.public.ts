// The only door of messages for other slices and for the pipeline: what the stored numbers mean.
export { alphabetCodes, messageFlagBits } from './messages.rules.ts'
