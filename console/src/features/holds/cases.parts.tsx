// What the list of cases and one case show alike.
import { Badge } from '../../ui/badge.tsx'
import { stateTones, type Case } from './cases.rules.ts'
import { t } from './holds.texts.ts'

export function CaseState({ one: { state } }: { one: Pick<Case, 'state'> }) {
  return (
    <Badge tone={stateTones[state]} dot>
      {t(`state_${state}`)}
    </Badge>
  )
}
