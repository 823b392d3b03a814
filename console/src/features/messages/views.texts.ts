// Texts of saved views.
import { defineTexts } from '../../i18n/texts.ts'

export const t = defineTexts({
  views: 'Saved views',
  none: 'No view is saved yet. Set filters, then keep them here under a name.',
  saveThis: 'Keep these filters as a view',
  name: 'Name of the view',
  save: 'Save',
  saved: 'View saved: {name}',
  rename: 'Rename',
  renameOf: 'Rename {name}',
  remove: 'Delete {name}',
  removed: 'View deleted: {name}',
  share: 'Copy the link of {name}',
  shared: 'The link is copied',
  failed: 'That did not work. Please try again.',
})
