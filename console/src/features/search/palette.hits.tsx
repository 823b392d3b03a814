// What the server found, group by group, each line as its kind reads; and where a group goes on when there is more or
// when it was too slow.
import {
  ArrowRight,
  Banknote,
  Cable,
  Hand,
  Hash,
  MessageSquare,
  PhoneIncoming,
  RadioTower,
  ScrollText,
  ShieldQuestion,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { shownLine } from '../../lib/shown-text.ts'
import { sections } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { strangersLine } from '../../ui/code-text.tsx'
import { PhoneText } from '../../ui/figures.tsx'
import { continuationOf, type Destination, type FoundGroup, type Hit } from './hit.destination.ts'
import { PaletteGroup, PaletteItem } from './palette.parts.tsx'
import { t } from './search.texts.ts'

export const hitIcons: Record<Hit['type'], LucideIcon> = {
  number: PhoneIncoming,
  message: MessageSquare,
  range: Hash,
  user: UserRound,
  carrier: RadioTower,
  connection: Cable,
  deposit: Banknote,
  withdrawal: Banknote,
  settlement: Banknote,
  case: Hand,
  audit: ScrollText,
  quarantined: ShieldQuestion,
}

const ownerText = (owner: string | null) => (owner === null ? undefined : <bdi>{t('of', { name: owner })}</bdi>)
const inactive = (isActive: boolean) => (isActive ? undefined : <Badge>{t('inactive')}</Badge>)

type Line = { title: React.ReactNode; detail?: React.ReactNode; aside?: React.ReactNode }

function lineOf(hit: Hit): Line {
  switch (hit.type) {
    case 'number':
      return {
        title: <PhoneText value={hit.number} />,
        detail: <bdi>{hit.range.name}</bdi>,
        aside: ownerText(hit.owner) ?? (hit.isUsed ? undefined : t('noMessageYet')),
      }
    case 'message':
      return {
        title:
          hit.owner === null ? (
            <span dir="auto" className={strangersLine}>
              {hit.content === null ? t('binary') : shownLine(hit.content)}
            </span>
          ) : (
            <bdi>{t('masked', { name: hit.owner })}</bdi>
          ),
        detail: <bdi dir="auto">{hit.from}</bdi>,
        aside: formatDay(hit.at),
      }
    case 'range':
      return {
        title: <bdi>{hit.name}</bdi>,
        detail: <bdi dir="ltr">{hit.numbers}</bdi>,
        aside: ownerText(hit.owner) ?? inactive(hit.isActive),
      }
    case 'user':
      return {
        title: <bdi>{hit.username}</bdi>,
        detail: <bdi dir="ltr">{hit.email}</bdi>,
        aside: inactive(hit.isActive),
      }
    case 'carrier':
      return { title: <bdi>{hit.name}</bdi>, aside: inactive(hit.isActive) }
    case 'connection':
      return { title: <bdi>{hit.name}</bdi>, detail: <bdi>{hit.carrier.name}</bdi>, aside: inactive(hit.isActive) }
    case 'deposit':
    case 'withdrawal':
    case 'settlement':
      return {
        title: t(hit.type),
        detail: <bdi dir="ltr">{formatMoney(hit.amount)}</bdi>,
        aside: ownerText(hit.owner) ?? formatDay(hit.at),
      }
    case 'case':
      return { title: <bdi>{t('case', { range: hit.range })}</bdi>, aside: ownerText(hit.owner) }
    case 'audit':
      return { title: t('audit'), detail: <bdi dir="ltr">{hit.action}</bdi>, aside: formatDay(hit.at) }
    case 'quarantined':
      return { title: t('quarantined'), detail: <bdi dir="ltr">{hit.to}</bdi>, aside: formatDay(hit.at) }
    default:
      return hit satisfies never
  }
}

function keyOf(hit: Hit): string {
  return hit.type === 'number' ? hit.number : hit.id
}

type HitsProps = {
  groups: readonly FoundGroup[]
  text: string
  onOpen: (hit: Hit) => void
  onGo: (to: Destination) => void
}

function Continuation({
  group: { group, state },
  text,
  onGo,
}: Pick<HitsProps, 'text' | 'onGo'> & { group: FoundGroup }) {
  const on = state === 'whole' ? null : continuationOf(group, text)
  if (on === null) return null
  const { title } = sections[on.section]
  return (
    <PaletteItem
      value={`more:${group}`}
      icon={<ArrowRight aria-hidden="true" className="rtl:rotate-180" />}
      title={t(state === 'too_slow' ? 'searchThere' : 'seeAll', { section: title })}
      {...(state === 'too_slow' ? { detail: t('tooSlow') } : {})}
      onSelect={() => onGo(on)}
    />
  )
}

export function PaletteHits({ groups, text, onOpen, onGo }: HitsProps) {
  return groups.map((found) => (
    <PaletteGroup key={found.group} title={t(found.group)}>
      {found.hits.map((hit) => {
        const Icon = hitIcons[hit.type]
        return (
          <PaletteItem
            key={keyOf(hit)}
            value={`${hit.type}:${keyOf(hit)}`}
            icon={<Icon aria-hidden="true" />}
            {...lineOf(hit)}
            onSelect={() => onOpen(hit)}
          />
        )
      })}
      <Continuation group={found} text={text} onGo={onGo} />
    </PaletteGroup>
  ))
}
