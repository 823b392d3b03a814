// Texts of acting for somebody.
import { defineTexts } from '../../i18n/texts.ts'

export const t = defineTexts({
  region: 'Acting for a user',
  youActFor: 'You are acting for',
  readOnly: 'read-only',
  changes: 'changes allowed',
  endsAt: 'ends at {time}',
  stop: 'Stop acting',
  stopFailed: 'You are still acting: the server could not be told. Try again.',
  refused: 'You may look, not change',
  refusedHint: 'You act for {name}, read-only. Nothing was changed.',
  never: 'Nobody may do this for somebody else',
  neverHint: 'You act for {name}. Nothing was changed.',
  over: 'You no longer act for {name}',
  overHint: 'The time is up, or it was ended. Nothing more is shown or changed in their name.',
  back: 'Back to your own view',
  withheld: 'Not while you act for {name}',
  withheldHint: 'Password, factors, sessions and payouts of an account are for its owner alone.',
})
