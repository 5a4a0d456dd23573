import { useSetting } from '../../stores/context.js'
import { ExecutionsView } from '../../ui/records/executions-view.js'
import { CashView } from './cash-view.js'
import { TransfersView } from './transfers-view.js'
import { ViewChoice, VIEWS, type View } from './view-choice.js'

/** What the broker recorded on an account: cash, transfers and executions. */
export function ActivityPanel() {
  const [view, onView] = useSetting<View>('activity.view', VIEWS, 'cash')
  switch (view) {
    case 'cash':
      return <CashView view={view} onView={onView} />
    case 'transfers':
      return <TransfersView view={view} onView={onView} />
    case 'executions':
      return <ExecutionsView panel="activity" choice={<ViewChoice view={view} onView={onView} />} />
  }
}
