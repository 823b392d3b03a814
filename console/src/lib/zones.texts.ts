// How the reader's own time zone is told from others.
import { defineTexts } from '../i18n/texts.ts'

export const t = defineTexts({ yours: '{zone} (yours)' })
