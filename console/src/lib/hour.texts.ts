// How an hour of the ledger reads.
import { defineTexts } from '../i18n/texts.ts'

export const t = defineTexts({ hour: '{day}, {start} to {end} UTC' })
