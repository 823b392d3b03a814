// Carriers and their connections: SMPP client (we bind to the carrier's SMSC), SMPP server (the carrier binds to us),
// HTTP. Secrets are write-only: an answer says that one is set, never what it is.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'

export const connectionKinds = ['smpp_client', 'smpp_server', 'http'] as const
export type ConnectionKind = (typeof connectionKinds)[number]
export const dedupePolicies = ['redelivery-aware', 'provider-id', 'window', 'off'] as const
export type DedupePolicy = (typeof dedupePolicies)[number]
export const defaultAlphabets = ['gsm7', 'gsm7-packed', 'latin1', 'ucs2', 'ascii'] as const
/**
 * down: should be up and is not; partial: some binds are up; idle: an HTTP or server connection nobody uses right
 * now.
 */
export const connectionStates = ['disabled', 'down', 'connecting', 'partial', 'up', 'idle'] as const
export type ConnectionState = (typeof connectionStates)[number]
/** As a whole. inactive: the carrier is; without: it has no connection; off: all its connections are inactive. */
export const carrierStates = ['up', 'partial', 'down', 'connecting', 'idle', 'inactive', 'without', 'off'] as const
export type CarrierState = (typeof carrierStates)[number]
export const healthPeriods = ['24h', '7d'] as const
export type HealthPeriod = (typeof healthPeriods)[number]

const smppPassword = z
  .string()
  .min(1, 'The password is required.')
  .max(8, 'An SMPP 3.4 password has at most 8 characters (clause 5.2.2).')
const systemId = z
  .string()
  .trim()
  .min(1, 'The system_id is required.')
  .max(15, 'A system_id has at most 15 characters (clause 5.2.1).')
  .regex(/^[\x21-\x7e]+$/, 'Use printable ASCII without spaces.')
const cidr = z
  .string()
  .trim()
  .regex(/^[0-9a-fA-F.:]+(\/\d{1,3})?$/, 'Give an address or a block, for example 203.0.113.7 or 203.0.113.0/24.')

/** How this connection's messages are read and recognised; the same for every kind. */
const receivingSettings = {
  dedupePolicy: z.enum(dedupePolicies).default('redelivery-aware'),
  /** Only for the policy 'window'. */
  dedupeWindowSeconds: z.number().int().min(1).max(86_400).default(300),
  defaultAlphabet: z.enum(defaultAlphabets).default('gsm7'),
  /**
   * How long parts of a long message wait for their siblings before they are delivered as they are, flagged partial.
   */
  reassemblyTimeoutSeconds: z.number().int().min(5).max(86_400).default(600),
}
export const smppClientSettings = z.strictObject({
  ...receivingSettings,
  host: z.string().trim().min(1, 'The host is required.').max(253),
  port: z.number().int().min(1).max(65_535).default(2775),
  tls: z.boolean().default(false),
  /** PEM of the authority that signed the carrier's certificate; empty: the system's authorities. */
  tlsCa: z.string().max(20_000).default(''),
  bindType: z.enum(['receiver', 'transceiver']).default('receiver'),
  binds: z.number().int().min(1).max(16).default(1),
  systemType: z.string().max(12).default(''),
  enquireLinkSeconds: z.number().int().min(5).max(600).default(30),
  responseTimeoutSeconds: z.number().int().min(2).max(120).default(10),
})
export const smppServerSettings = z.strictObject({
  ...receivingSettings,
  allowList: z.array(cidr).max(100).default([]),
  bindsMax: z.number().int().min(1).max(64).default(4),
  enquireLinkSeconds: z.number().int().min(5).max(600).default(30),
  inactivitySeconds: z.number().int().min(30).max(3_600).default(300),
})
export const httpSettings = z.strictObject({
  ...receivingSettings,
  dedupePolicy: z.enum(dedupePolicies).default('provider-id'),
  authentication: z.enum(['signature', 'token']).default('signature'),
  allowList: z.array(cidr).max(100).default([]),
  /** Which field of the JSON or form body holds what; the defaults are our own format. */
  fields: z
    .strictObject({
      id: z.string().min(1).max(60).default('id'),
      sender: z.string().min(1).max(60).default('from'),
      recipient: z.string().min(1).max(60).default('to'),
      text: z.string().min(1).max(60).default('text'),
    })
    .prefault({}),
})

const carrierSchema = z
  .object({
    id: idSchema('carrier'),
    name: z.string(),
    isActive: z.boolean(),
    notes: z.string(),
    createdAt: timestampSchema,
    connections: z.number().int(),
    connectionsUp: z.number().int(),
    messages24h: z.number().int(),
    lastMessageAt: timestampSchema.nullable(),
    state: z.enum(carrierStates),
  })
  .meta({ id: 'Carrier' })

export const connectionSchema = z
  .object({
    id: idSchema('connection'),
    carrierId: idSchema('carrier'),
    name: z.string(),
    kind: z.enum(connectionKinds),
    isActive: z.boolean(),
    settings: z.union([smppClientSettings, smppServerSettings, httpSettings]),
    systemId: z.string().nullable(),
    secretSet: z.boolean(),
    /** HTTP only: the path that the carrier posts to. */
    ingressPath: z.string().nullable(),
    state: z.enum(connectionStates),
    boundSessions: z.number().int(),
    lastError: z.string().nullable(),
    lastErrorAt: timestampSchema.nullable(),
    lastMessageAt: timestampSchema.nullable(),
    counters: z.object({
      received: z.number().int(),
      acknowledged: z.number().int(),
      duplicates: z.number().int(),
      quarantined: z.number().int(),
      receipts: z.number().int(),
      refused: z.number().int(),
      malformed: z.number().int(),
      throttled: z.number().int(),
    }),
    createdAt: timestampSchema,
  })
  .meta({ id: 'Connection' })

export const connectionEventSchema = z
  .object({
    at: timestampSchema,
    kind: z.enum(['bound', 'refused', 'closed', 'protocol_error', 'connect_failed', 'bad_signature', 'throttled']),
    detail: z.string(),
    remoteAddress: z.string().nullable(),
  })
  .meta({ id: 'ConnectionEvent' })

/** How a connection was: its sessions, and what it did hour by hour. */
const healthSchema = z
  .object({
    from: timestampSchema,
    until: timestampSchema,
    /** Share of the time, 0 to 1, in which at least one session was bound; null for HTTP, which has none. */
    uptime: z.number().nullable(),
    /** In order, without gaps, from `from` to `until`; empty for HTTP. */
    stretches: z.array(
      z.object({ state: z.enum(['up', 'partial', 'down', 'before']), from: timestampSchema, until: timestampSchema }),
    ),
    /** The newest ones. `reason` is how the last session before it ended; null where none is known. */
    outages: z.array(
      z.object({ from: timestampSchema, until: timestampSchema.nullable(), reason: z.string().nullable() }),
    ),
    /** More sessions than are looked at: the oldest of them are left out. */
    isCut: z.boolean(),
    /** Every hour of the stretch, the running one last. `messages` landed; the others are what it was sent. */
    hours: z.array(
      z.object({
        hour: timestampSchema,
        messages: z.number().int(),
        received: z.number().int(),
        quarantined: z.number().int(),
        duplicates: z.number().int(),
        receipts: z.number().int(),
        refused: z.number().int(),
        malformed: z.number().int(),
        throttled: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'ConnectionHealth' })

/** The data of a `lines` event of a trace. Text is never in it, and neither is what signs anybody in. */
export const traceLineSchema = z.object({
  /** Milliseconds since 1970. */
  atMs: z.number(),
  direction: z.enum(['in', 'out']),
  /** 'deliver_sm', 'enquire_link_resp', 'POST', 'answer'. */
  command: z.string(),
  /** SMPP only. */
  sequence: z.number().int().nullable(),
  /** command_status or HTTP status of an answer; null for a request. */
  status: z.number().int().nullable(),
  /** 'ESME_RTHROTTLED', 'Service Unavailable'. */
  statusText: z.string().nullable(),
  octets: z.number().int(),
  /** Of an answer: how long it took, in milliseconds; null where its request was not seen. */
  tookMs: z.number().nullable(),
  /** The session's address. */
  peer: z.string(),
  /** What else there is, in the order of the PDU: 'source_addr' … */
  fields: z.array(z.tuple([z.string(), z.string()])),
})

const carrierParams = z.object({ carrierId: idInput('carrier') })
const connectionParams = z.object({ connectionId: idInput('connection') })
const carrierName = z.string().trim().min(1, 'The name is required.').max(100)
const connectionName = z.string().trim().min(1, 'The name is required.').max(100)

export const carriers = {
  'carriers.list': operation({
    method: 'GET',
    path: '/carriers',
    summary: 'Carriers by name, each with the messages of its last 24 hours, hour by hour',
    query: z.object({
      ...pageQuery,
      search: z.string().trim().max(100).optional(),
      state: z.enum(carrierStates).optional(),
    }),
    response: pageOf(carrierSchema.extend({ hours: z.array(z.number().int()) })),
  }),
  'carriers.create': operation({
    method: 'POST',
    path: '/carriers',
    summary: 'Create a carrier',
    body: z.strictObject({ name: carrierName, notes: z.string().max(2_000).default('') }),
    response: carrierSchema,
    status: 201,
    errors: ['carrier_name_taken'],
  }),
  'carriers.read': operation({
    method: 'GET',
    path: '/carriers/{carrierId}',
    summary: 'One carrier with its connections',
    params: carrierParams,
    response: carrierSchema.extend({ items: z.array(connectionSchema) }),
  }),
  'carriers.update': operation({
    method: 'PATCH',
    path: '/carriers/{carrierId}',
    summary: 'Edit a carrier; an inactive one has no connection up',
    params: carrierParams,
    body: z
      .strictObject({
        name: carrierName.optional(),
        notes: z.string().max(2_000).optional(),
        isActive: z.boolean().optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'Give at least one field to change.'),
    response: carrierSchema,
    errors: ['carrier_name_taken'],
  }),
  'connections.create': operation({
    method: 'POST',
    path: '/carriers/{carrierId}/connections',
    summary: 'Add a way in. An HTTP secret is made by the server and shown once',
    params: carrierParams,
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('smpp_client'),
        name: connectionName,
        systemId,
        password: smppPassword,
        settings: smppClientSettings,
      }),
      z.strictObject({
        kind: z.literal('smpp_server'),
        name: connectionName,
        systemId,
        password: smppPassword,
        settings: smppServerSettings.prefault({}),
      }),
      z.strictObject({ kind: z.literal('http'), name: connectionName, settings: httpSettings.prefault({}) }),
    ]),
    response: connectionSchema.extend({ secret: z.string().nullable() }),
    status: 201,
    errors: ['system_id_taken'],
  }),
  'connections.read': operation({
    method: 'GET',
    path: '/connections/{connectionId}',
    summary: 'One connection',
    params: connectionParams,
    response: connectionSchema,
  }),
  'connections.update': operation({
    method: 'PATCH',
    path: '/connections/{connectionId}',
    summary: 'Edit a connection; sessions are bound anew when something that they depend on changed',
    params: connectionParams,
    body: z
      .strictObject({
        name: connectionName.optional(),
        isActive: z.boolean().optional(),
        systemId: systemId.optional(),
        password: smppPassword.optional(),
        /** Those to change; the others stay. Which there are depends on the kind. */
        settings: z.record(z.string(), z.unknown()).optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'Give at least one field to change.'),
    response: connectionSchema,
    errors: ['system_id_taken'],
  }),
  'connections.rotate-secret': operation({
    method: 'POST',
    path: '/connections/{connectionId}/rotate-secret',
    summary: 'A new secret for an HTTP connection, shown once; the old one stops working at once',
    params: connectionParams,
    response: z.object({ secret: z.string() }),
  }),
  'connections.test': operation({
    method: 'POST',
    path: '/connections/{connectionId}/test',
    summary:
      'Try it now: an SMPP client connects and binds once, a bound session is asked by enquire_link, HTTP is sent a dry run',
    params: connectionParams,
    response: z.object({ ok: z.boolean(), detail: z.string(), durationMs: z.number().int() }),
  }),
  'connections.events': operation({
    method: 'GET',
    path: '/connections/{connectionId}/events',
    summary: "The connection's log, newest first",
    params: connectionParams,
    query: z.object(pageQuery),
    response: pageOf(connectionEventSchema),
  }),
  'connections.health': operation({
    method: 'GET',
    path: '/connections/{connectionId}/health',
    summary: 'How a connection was over the last day or week: sessions, outages, traffic and faults by the hour',
    params: connectionParams,
    query: z.object({ period: z.enum(healthPeriods).default('24h') }),
    response: healthSchema,
  }),
  'connections.trace': operation({
    method: 'GET',
    path: '/connections/{connectionId}/trace',
    summary:
      'Server-sent events of what a connection sends and receives: `begun`, `lines`, `skipped`, `ended`. Recorded in the audit log',
    params: connectionParams,
    response: 'event-stream',
    errors: ['too_many_requests'],
  }),
}
