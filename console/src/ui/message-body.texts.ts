// Texts of the body of a message.
import { defineTexts } from '../i18n/texts.ts'

export const t = defineTexts({
  empty: 'The message has no text.',
  dropped: 'Its text is no longer kept: the time for that is over. All else about it stays.',
  binary: {
    one: 'No text: binary content of {count} segment. The trace has its bytes.',
    other: 'No text: binary content of {count} segments. The trace has its bytes.',
  },
  hidden: 'Hidden content',
  showAll: { one: 'Show all', other: 'Show all {count} characters' },
  showLess: 'Show less',
  left: {
    one: '{count} invisible or reordering character is not shown.',
    other: '{count} invisible or reordering characters are not shown.',
  },
})
