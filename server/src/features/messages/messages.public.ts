// The only door of messages for other slices and for the pipeline: what the stored numbers mean, and an owner's
// messages by pages, by filter and by search.
export { startDigests, type Digests } from './digest.runtime.ts'
export { recentMessages } from './list-messages.ts'
export { lateStretches } from './find-messages.ts'
export type { FixedFilter } from './message-filter.rules.ts'
export { alphabetCodes, alphabetText, flagNames, maskText, messageFlagBits, splitRaw } from './messages.rules.ts'
export { digestBehind, messagesJobs } from './messages.jobs.ts'
export { messagesRoutes } from './messages.routes.ts'
export { listRangeMessages, readMatching, searchMessages, type MatchingPage } from './read-matching.ts'
export { fixDuring } from './time-words.rules.ts'
