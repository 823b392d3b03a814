// Loads the translations of the page's language before anything is rendered with them: what every visitor sees
// (`door`), what users see beyond that, and what administrators see beyond that. English needs none. The build makes
// the three parts of a language out of the files in catalogs/, see catalogs.parts.ts.
import { roleCovers, type Role } from '@inrange/contract/roles'
import type { CatalogPart } from './catalogs.parts.ts'
import { language, type Language } from './language.ts'
import { knowErrors } from './server-texts.ts'
import { addTranslations, type Catalog } from './texts.ts'

type Load = () => Promise<{ default: Catalog }>
const loaders: Record<Exclude<Language, 'en'>, Record<CatalogPart, Load>> = {
  es: {
    door: () => import('virtual:catalog/es/door'),
    user: () => import('virtual:catalog/es/user'),
    admin: () => import('virtual:catalog/es/admin'),
  },
  ar: {
    door: () => import('virtual:catalog/ar/door'),
    user: () => import('virtual:catalog/ar/user'),
    admin: () => import('virtual:catalog/ar/admin'),
  },
}

/**
 * Loads what a person of this role can come across; null for whoever is not signed in. What cannot be loaded is shown
 * in English, since a page in another language is of more use than none.
 */
export async function loadTexts(role: Role | null): Promise<void> {
  if (language === 'en') return
  const parts: CatalogPart[] = ['door']
  if (role !== null) parts.push('user')
  if (role !== null && roleCovers(role, 'admin')) parts.push('admin')
  const load = loaders[language]
  const errors = async () => knowErrors((await import('@inrange/contract/errors')).errorCodes)
  await Promise.allSettled([...parts.map(async (part) => addTranslations((await load[part]()).default)), errors()])
}
