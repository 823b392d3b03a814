// Words of the components themselves, which every page shows.
import { defineTexts } from '../i18n/texts.ts'

export const t = defineTexts({
  applicationError: 'Application Error',
  somethingWrong: 'Something went wrong. Please check the console for more details.',
  reload: 'Reload Page',
  errorDetails: 'Error Details',
  loading: 'Loading...',
  retry: 'Retry',
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  accessDenied: 'Access Denied',
  adminNeeded: 'Admin access required.',
  superAdminNeeded: 'Super Admin access required.',
  errorId: 'To get help, quote this error id:',
})
