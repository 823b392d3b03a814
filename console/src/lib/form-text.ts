// The text of a field in a submitted form. A file in its place, which no form of ours sends, counts as nothing.
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
