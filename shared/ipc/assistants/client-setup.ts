import { z } from 'zod'
import { CLIENT_IDS } from '../../domain/instructions/client-setup.js'

export const zClientId = z.enum(CLIENT_IDS)
