// How a person reads in the frame: role and initial. Apart from the other formats, because the frame is in the first
// load and they are not.
import { roleText } from './person.texts.ts'
import { isRole } from './signed-in-user.ts'

/** 'super admin' from 'super_admin', in the language of the page; an unknown role as it is written. */
export function formatRole(role: string): string {
  return isRole(role) ? roleText(role) : role.replaceAll('_', ' ')
}

/** The letter in a person's avatar; the whole first character, so that an emoji or an accent is not cut in two. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim())
  return first?.segment.toUpperCase() ?? '?'
}
