import type { AccessWay } from '../../../shared/domain/app/profile.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import type { GuidePage, GuideTarget } from './guide-target.js'

/** What every page needs of the guide. */
export interface GuideProps {
  readonly target: GuideTarget
  readonly view: ProfileView | null
  readonly access: AccessWay
  readonly problem: string | null
  readonly busy: boolean
  setView(view: ProfileView): void
  choose(access: AccessWay): void
  /** Creates the profile where there is none yet; resolves to null when main refused. */
  ensure(): Promise<ProfileView | null>
  go(page: GuidePage): void
  /** True after the person asked to go on once the test is good. */
  readonly proceeds: boolean
  /** Shows the test, and goes on where all is good. */
  testAndProceed(): void
}
