// Texts of settings as a file.
import { defineTexts } from '../../i18n/texts.ts'

export const t = defineTexts({
  export: 'Export',
  exportHint: 'All settings as a file, without passwords and keys',
  import: 'Import',
  title: 'Take settings over from a file',
  hint: 'Nothing changes before you say so. Passwords and keys are in no such file: those that are set here stay.',
  choose: 'Choose a file',
  unreadable: 'This is no file of settings.',
  tooLarge: 'This file is too large to be one of settings.',
  nothing: 'Everything in this file is set so already.',
  will: { one: '{count} setting will change', other: '{count} settings will change' },
  left: 'Left out',
  unknown: '{name}: not known here',
  refused: '{name}: {reason}',
  apply: 'Take over',
  applying: 'Taking over…',
  applied: 'The settings were taken over.',
  failed: 'Nothing was changed. {reason}',
  cancel: 'Cancel',
})
