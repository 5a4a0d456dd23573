import { joinTopics } from '../../../join-topics.js'
import { text } from '../index.js'
import { alertPanelText } from './alerts.js'
import { connectPanelText } from './connect.js'
import { clientText } from './assistants/clients.js'
import { hostedText } from './assistants/hosted.js'
import { instructionPanelText } from './assistants/instructions.js'
import { scorecardText } from './assistants/scorecard.js'
import { calendarText, companyText, newsText } from './facts/company.js'
import { screenerText } from './facts/screeners.js'
import { limitsPanelText } from './limits.js'
import { marketPanelText } from './markets.js'
import { optionText } from './options.js'
import { practiceText } from './practice.js'
import { priceLadderText } from './price-ladder.js'
import { priceQuestionText } from './price-question.js'
import { resetDataText } from './reset-data.js'
import { profilePanelText } from './profiles.js'
import { institutionText } from './records/institution.js'
import { journalText } from './records/journal.js'
import { logText } from './records/log.js'
import { recordText } from './records/records.js'
import { sessionText } from './session.js'
import { strategyPanelText } from './strategy.js'
import { tapeText } from './tape.js'
import { workspacesPanelText } from './workspaces.js'

/**
 * Every text of the main window, in English: the texts of a start, and what only late panels and
 * dialogs show. Nothing that a start loads may import this folder.
 */
export const panelText = joinTopics(text, {
  instructions: instructionPanelText,
  profiles: profilePanelText,
  resetData: resetDataText,
  connect: connectPanelText,
  limits: limitsPanelText,
  workspaces: workspacesPanelText,
  alerts: alertPanelText,
  strategy: strategyPanelText,
  markets: marketPanelText,
  records: recordText,
  journal: journalText,
  log: logText,
  session: sessionText,
  hosted: hostedText,
  clients: clientText,
  scorecard: scorecardText,
  priceLadder: priceLadderText,
  priceQuestion: priceQuestionText,
  screeners: screenerText,
  practice: practiceText,
  institution: institutionText,
  company: companyText,
  news: newsText,
  calendar: calendarText,
  options: optionText,
  tape: tapeText,
})
