import type { PanelText } from '../../../../window-text.js'
import { joinTopics } from '../../../../join-topics.js'
import { text } from '../index.js'
import { alertPanelTextEs } from './alerts.js'
import { connectPanelTextEs } from './connect.js'
import { clientTextEs } from './assistants/clients.js'
import { hostedTextEs } from './assistants/hosted.js'
import { instructionPanelTextEs } from './assistants/instructions.js'
import { scorecardTextEs } from './assistants/scorecard.js'
import { calendarTextEs, companyTextEs, newsTextEs } from './facts/company.js'
import { screenerTextEs } from './facts/screeners.js'
import { limitsPanelTextEs } from './limits.js'
import { marketPanelTextEs } from './markets.js'
import { optionTextEs } from './options.js'
import { practiceTextEs } from './practice.js'
import { priceLadderTextEs } from './price-ladder.js'
import { priceQuestionTextEs } from './price-question.js'
import { resetDataTextEs } from './reset-data.js'
import { profilePanelTextEs } from './profiles.js'
import { institutionTextEs } from './records/institution.js'
import { journalTextEs } from './records/journal.js'
import { logTextEs } from './records/log.js'
import { recordTextEs } from './records/records.js'
import { sessionTextEs } from './session.js'
import { strategyPanelTextEs } from './strategy.js'
import { tapeTextEs } from './tape.js'
import { workspacesPanelTextEs } from './workspaces.js'

/** Every text of the main window, in Spanish, with those of late panels and dialogs. */
export const panelText: PanelText = joinTopics(text, {
  instructions: instructionPanelTextEs,
  profiles: profilePanelTextEs,
  resetData: resetDataTextEs,
  connect: connectPanelTextEs,
  limits: limitsPanelTextEs,
  workspaces: workspacesPanelTextEs,
  alerts: alertPanelTextEs,
  strategy: strategyPanelTextEs,
  markets: marketPanelTextEs,
  records: recordTextEs,
  journal: journalTextEs,
  log: logTextEs,
  session: sessionTextEs,
  hosted: hostedTextEs,
  clients: clientTextEs,
  scorecard: scorecardTextEs,
  priceLadder: priceLadderTextEs,
  priceQuestion: priceQuestionTextEs,
  screeners: screenerTextEs,
  practice: practiceTextEs,
  institution: institutionTextEs,
  company: companyTextEs,
  news: newsTextEs,
  calendar: calendarTextEs,
  options: optionTextEs,
  tape: tapeTextEs,
})
