// The only door of messages for other slices and for the pipeline: what the stored numbers mean, and pages of an
// owner's messages.
export { listMessages, recentMessages } from './list-messages.ts'
export { alphabetCodes, messageFlagBits } from './messages.rules.ts'
export { messagesRoutes } from './messages.routes.ts'
