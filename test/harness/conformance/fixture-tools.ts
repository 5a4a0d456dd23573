import type {
  CallToolResult,
  ElicitRequestFormParams,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server'
import { fromJsonSchema, inputRequired } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** A red dot and one second of silence, minimal according to the official runner. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const says = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
const text = z.string()

const DEFAULTS: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
}
const three = (value: string, title: string): { const: string; title: string }[] =>
  ['First', 'Second', 'Third'].map((nth, index) => ({
    const: `${value}${index + 1}`,
    title: `${nth} ${title}`,
  }))
const OPTIONS = ['option1', 'option2', 'option3']
const ENUMS: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: OPTIONS },
    titledSingle: { type: 'string', oneOf: three('value', 'Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
    titledMulti: { type: 'array', items: { anyOf: three('value', 'Choice') } },
  },
}
const USER: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: { username: { type: 'string' }, email: { type: 'string' } },
  required: ['username', 'email'],
}

/** Parsed from text, because an object with a member `then` would be treated as a promise. */
const PHONE_OR_EMAIL = JSON.parse(
  '{"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]}}',
) as object

const elicits = async (
  { mcpReq }: ServerContext,
  message: string,
  requestedSchema: ElicitRequestFormParams['requestedSchema'],
  prefix: string,
): Promise<CallToolResult> => {
  const { action, content } = await mcpReq.elicitInput({ message, requestedSchema })
  return says(`${prefix}: action=${action}, content=${JSON.stringify(content ?? {})}`)
}

/** The answers of the tools without arguments. */
const PLAIN: Readonly<
  Record<
    string,
    (context: ServerContext) => CallToolResult | InputRequiredResult | Promise<CallToolResult>
  >
> = {
  test_simple_text: () => says('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  test_error_handling: () => {
    throw new Error('This tool intentionally returns an error for testing')
  },
  async test_tool_with_logging({ mcpReq }) {
    for (const line of [
      'Tool execution started',
      'Tool processing data',
      'Tool execution completed',
    ]) {
      await mcpReq.log('info', line)
      await pause()
    }
    return says('Logged three lines.')
  },
  async test_tool_with_progress({ mcpReq }) {
    const token = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (token !== undefined) {
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: token, progress, total: 100 },
        })
      }
      await pause()
    }
    return says('Progressed.')
  },
  async test_reconnection({ http }) {
    http?.closeSSE?.()
    await pause()
    return says('Reconnected.')
  },
  test_missing_capability: () =>
    inputRequired({
      inputRequests: {
        model: inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: 'Anything.' } }],
          maxTokens: 1,
        }),
      },
    }),
  test_streaming_elicitation: () =>
    inputRequired({
      inputRequests: {
        who: inputRequired.elicit({ message: 'Who are you?', requestedSchema: USER }),
      },
    }),
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'A line that nobody asked for.')
    return says('Logged.')
  },
  test_elicitation_sep1034_defaults: (context) =>
    elicits(context, 'Please accept.', DEFAULTS, 'Elicitation completed'),
  test_elicitation_sep1330_enums: (context) =>
    elicits(context, 'Please choose.', ENUMS, 'Elicitation completed'),
}

/**
 * Registers the tools that the official conformance runners call by name (their own requirement
 * lists).
 */
export function registerFixtureTools(server: McpServer): void {
  for (const [name, answer] of Object.entries(PLAIN)) {
    server.registerTool(
      name,
      { description: `Fixture ${name}.`, inputSchema: z.object({}) },
      (_input, context) => answer(context),
    )
  }

  server.registerTool(
    'test_sampling',
    { description: 'Asks the client for its model.', inputSchema: z.object({ prompt: text }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      })
      return says(
        `LLM response: ${!Array.isArray(content) && content.type === 'text' ? content.text : ''}`,
      )
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the user.', inputSchema: z.object({ message: text }) },
    ({ message }, context) => elicits(context, message, USER, 'User response'),
  )
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'Tool with JSON Schema 2020-12 features.',
      inputSchema: fromJsonSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        ...PHONE_OR_EMAIL,
        additionalProperties: false,
      }),
    },
    () => says('Fits.'),
  )
}
