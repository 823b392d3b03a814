// The draft of one section and what becomes of it. Guarantees that what somebody else saved meanwhile is neither
// overwritten unseen nor takes away what was typed: where both touched the section, the person decides.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, call } from '../../lib/api.ts'
import { renameProduct } from '../../lib/product.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import {
  differencesOf,
  draftOf,
  faultsOf,
  rebased,
  refusalOf,
  updateOf,
  type Difference,
  type Draft,
  type Faults,
  type FieldPath,
  type SecretChange,
  type SectionName,
  type SettingsAnswer,
} from './settings.model.ts'
import { t } from './settings.texts.ts'

export type SectionTools = {
  section: SectionName
  answer: SettingsAnswer
  draft: Draft
  faults: Faults
  secret: SecretChange
  differences: readonly Difference[]
  isDirty: boolean
  /** What somebody else saved in this section since it was shown, while something is typed here. */
  theirs: readonly Difference[]
  isSaving: boolean
  change: (path: FieldPath, text: string) => void
  changeSecret: (change: SecretChange) => void
  /** One of the two is called, once the page shows what came of it. */
  save: (then: Then) => void
  discard: () => void
  keepMine: () => void
}

type Then = { onSaved: () => void; onFault: () => void }
type Sent = { draft: Draft; secret: SecretChange; base: Draft; answer: SettingsAnswer }

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'settings_changed'
}

/** Saves once more by itself where only another section was changed by somebody else. */
async function send(section: SectionName, { draft, secret, base, answer }: Sent): Promise<SettingsAnswer> {
  const updateFrom = ({ values, version }: SettingsAnswer) =>
    call('settings.update', { body: updateOf(section, { values, version, draft, secret }) })
  try {
    return await updateFrom(answer)
  } catch (error) {
    if (!isConflict(error)) throw error
    const fresh = await queryClient.fetchQuery({ ...read('settings.read', {}), staleTime: 0 })
    if (differencesOf(section, base, draftOf(section, fresh.values)).length > 0) throw error
    // Of a secret nobody can see whether it is still the same.
    if (secret !== undefined) throw new Error(`${t('changedMeanwhile')} ${t('secretChangedMeanwhile')}`)
    return updateFrom(fresh)
  }
}

type Outcome = { onStored: (stored: SettingsAnswer, sent: Sent) => void; onRefused: (faults: Faults) => void }

function useSaving(section: SectionName, { onStored, onRefused }: Outcome) {
  return useMutation({
    mutationFn: (sent: Sent) => send(section, sent),
    // A secret must not outlive its field in the cache.
    gcTime: 0,
    onSuccess: (stored, sent) => {
      queryClient.setQueryData(read('settings.read', {}).queryKey, stored)
      onStored(stored, sent)
      renameProduct(stored.values.branding.productName, stored.values.branding.tagline)
      notify(t('saved', { section: t(section) }))
      void outdate('settings.public')
    },
    // What somebody else changed in this section shows by itself, field by field.
    onError: (error) => flushSync(() => onRefused(isConflict(error) ? {} : refusalOf(section, error))),
  })
}

export function useSection(
  section: SectionName,
  answer: SettingsAnswer,
  onDirty: (section: SectionName, isDirty: boolean) => void,
): SectionTools {
  const present = draftOf(section, answer.values)
  const [base, setBase] = useState(present)
  const [draft, setDraft] = useState(present)
  const [typedSecret, setSecret] = useState<SecretChange>(undefined)
  const [faults, setFaults] = useState<Faults>({})
  // An opened but empty field changes nothing.
  const secret = typedSecret?.text === '' ? undefined : typedSecret
  const differences = differencesOf(section, base, draft)
  const isDirty = differences.length > 0 || secret !== undefined
  const elsewhere = differencesOf(section, base, present)
  const startFrom = (values: Draft) => {
    setBase(values)
    setDraft(values)
    setFaults({})
  }
  if (elsewhere.length > 0 && differences.length === 0) startFrom(present)
  useEffect(() => onDirty(section, isDirty), [section, isDirty, onDirty])
  useEffect(() => () => onDirty(section, false), [section, onDirty])

  const saving = useSaving(section, {
    onStored: (stored, sent) => {
      const values = draftOf(section, stored.values)
      setBase(values)
      // Whatever was typed while it was on its way stays.
      setDraft((typed) => rebased(sent.draft, values, typed))
      setSecret((typed) => (typed?.text === sent.secret?.text ? undefined : typed))
      setFaults({})
    },
    onRefused: setFaults,
  })
  return {
    section,
    answer,
    draft,
    faults,
    secret: typedSecret,
    differences,
    isDirty,
    theirs: isDirty ? elsewhere : [],
    isSaving: saving.isPending,
    change: (path, text) => {
      setDraft((former) => ({ ...former, [path]: text }))
      setFaults(({ [path]: _mended, _: _whole, ...others }) => others)
    },
    changeSecret: (change) => {
      setSecret(change)
      setFaults(({ secret: _mended, _: _whole, ...others }) => others)
    },
    save: ({ onSaved, onFault }) => {
      const found = faultsOf(section, updateOf(section, { ...answer, draft, secret }), answer)
      flushSync(() => setFaults(found))
      if (Object.keys(found).length > 0) onFault()
      else saving.mutate({ draft, secret, base, answer }, { onSuccess: onSaved, onError: onFault })
    },
    discard: () => {
      startFrom(present)
      setSecret(undefined)
    },
    keepMine: () => {
      setDraft(rebased(base, present, draft))
      setBase(present)
    },
  }
}
