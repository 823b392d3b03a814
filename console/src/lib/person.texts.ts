// The roles, as the frame and every list of people name them.
import { defineTexts } from '../i18n/texts.ts'

export const roleText = defineTexts({ user: 'user', admin: 'admin', super_admin: 'super admin' })
