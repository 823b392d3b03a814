// The parts of Reports as links, so that each has an address.
import { Link } from '@tanstack/react-router'
import { cx } from '../../ui/class-names.ts'
import { Badge } from '../../ui/badge.tsx'
import { tabs, type ReportTab } from './reports.rules.ts'
import type { ReportsSearch } from './reports.search.ts'
import { t } from './reports.texts.ts'

export function ReportTabs({ current, underWay }: { current: ReportTab; underWay: number }) {
  return (
    <nav
      aria-label={t('parts')}
      data-print="hide"
      className="-mx-4 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max gap-1">
        {tabs.map((name) => (
          <li key={name}>
            <Link
              to="/reports"
              search={(former: ReportsSearch): ReportsSearch => searchOfTab(former, name)}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'relative flex h-10 items-center gap-2 px-3 text-sm font-medium whitespace-nowrap transition-colors',
                'pointer-coarse:h-11 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full',
                name === current ? 'text-ink after:bg-accent' : 'text-ink-soft hover:text-ink after:bg-transparent',
              )}
            >
              {t(name)}
              {name === 'exports' && underWay > 0 && (
                <Badge tone="accent">
                  <bdi dir="ltr">{underWay}</bdi>
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The report that was built stays built while one looks at the other parts. */
function searchOfTab(former: ReportsSearch, name: ReportTab): ReportsSearch {
  const { tab: _tab, export: _export, cursor: _cursor, dialog: _dialog, schedule: _schedule, ...report } = former
  return name === 'report' ? report : { ...report, tab: name }
}
