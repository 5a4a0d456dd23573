import type { Symbol } from '../../../shared/domain/ids.js'
import type {
  CompanyReads,
  CompanySectionName,
  ReportPeriod,
} from '../../../shared/domain/reference/fundamentals.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { usePanelText } from '../../language/panel-text.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import type { DataTableProps } from '../../ui/table/table-props.js'
import { SectionStates } from './section-states.js'
import { useSection } from './use-section.js'

export interface SectionTableProps<K extends CompanySectionName, T> {
  readonly symbol: Symbol
  readonly section: K
  readonly reports?: ReportPeriod
  readonly rowsOf: (value: CompanyReads[K]) => readonly T[]
  readonly columnsOf: (text: PanelText, value: CompanyReads[K]) => readonly Column<T>[]
  readonly keyOf: (row: T, index: number) => string
  readonly onOpen?: (row: T) => void
  readonly menu?: DataTableProps<string, T>['menu']
  readonly choosing: readonly [boolean, (open: boolean) => void]
}

/** The rows of one section about a symbol as a table. */
export function SectionTable<K extends CompanySectionName, T>({
  symbol,
  section,
  reports = 'annual',
  rowsOf,
  columnsOf,
  keyOf,
  onOpen,
  menu,
  choosing,
}: SectionTableProps<K, T>) {
  const text = usePanelText()
  const state = useSection(symbol, section, reports)
  const pages: Readonly<Record<string, string>> = text.company.pages
  return (
    <SectionStates state={state}>
      {(value) => (
        <DataTable<string, T>
          table={`company-${section}`}
          label={text.company.table(pages[section] ?? section, symbol)}
          columns={columnsOf(text, value)}
          rows={rowsOf(value)}
          keyOf={keyOf}
          choosing={choosing}
          {...(onOpen === undefined ? {} : { onOpen })}
          {...(menu === undefined ? {} : { menu })}
        />
      )}
    </SectionStates>
  )
}
