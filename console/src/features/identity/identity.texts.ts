// Texts of signing in and of the first password.
import { defineTexts } from '../../i18n/texts.ts'

export const t = defineTexts({
  product: 'Inrange',
  tagline: 'Message Receiving Platform',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign In',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on.',
  usernameNeeded: 'Username is required.',
  passwordNeeded: 'Password is required.',
  failed: 'Login failed. Please try again.',
  waitSeconds: { one: 'Try again in {count} second.', other: 'Try again in {count} seconds.' },
  newTitle: 'Choose a new password',
  newHint: 'Your password was set by somebody else. Choose one that only you know.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatPassword: 'Repeat the new password',
  minimum: 'Minimum 6 characters',
  different: 'The two passwords differ.',
  same: 'Choose a password other than the current one.',
  save: 'Save and continue',
  changeFailed: 'The password was not changed: the server cannot be reached. Please try again.',
  signOut: 'Sign out',
})
