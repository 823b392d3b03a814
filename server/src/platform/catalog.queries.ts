// Guarantees a reading of the database's own catalog in an order that depends on names alone, so that two databases
// with the same schema give the same text. It deliberately leaves out what extensions brought, partitions (made as
// time passes) and the statistics of tables.
import pg from 'pg'

/** Schemas of ours; graphile_worker belongs to the library of that name. */
export const SCHEMAS = ['public', 'ledger']

export type CatalogColumn = {
  schema: string
  table: string
  name: string
  /** As PostgreSQL writes it, such as `character(1)` or `bigint[]`. */
  type: string
  /** Name of the type without modifiers, of the element where it is an array, such as `bpchar` or `int8`. */
  baseType: string
  isArray: boolean
  isNullable: boolean
  defaultText: string | null
  /** 'always' or 'by default' for identity columns. */
  identity: string | null
  isGenerated: boolean
}

export type CatalogTable = { schema: string; name: string; partitionKey: string | null; options: string[] | null }
/** A thing whose definition PostgreSQL writes itself. `on` is its table, or empty. */
export type CatalogObject = { schema: string; on: string; name: string; definition: string }
export type CatalogGrant = { kind: string; object: string; grantee: string; privileges: string }

export type Catalog = {
  extensions: string[]
  tables: CatalogTable[]
  columns: CatalogColumn[]
  constraints: CatalogObject[]
  indexes: CatalogObject[]
  functions: CatalogObject[]
  triggers: CatalogObject[]
  views: CatalogObject[]
  grants: CatalogGrant[]
}

/** Reads everything that schema.sql and the row types are made from. */
export async function readCatalog(connectionString: string): Promise<Catalog> {
  const client = new pg.Client({ connectionString, application_name: 'inrange-catalog' })
  await client.connect()
  try {
    return await readAll(client)
  } finally {
    await client.end()
  }
}

async function readAll(client: pg.Client): Promise<Catalog> {
  const read = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text, [SCHEMAS])).rows
  // Definitions name their schema only where it is not on the search path; an empty path makes them name it always.
  await client.query(`set search_path = ''`)
  const extensions = await client.query<{ name: string }>(EXTENSIONS)
  return {
    extensions: extensions.rows.map((row) => row.name),
    tables: await read<CatalogTable>(TABLES),
    columns: await read<CatalogColumn>(COLUMNS),
    constraints: await read<CatalogObject>(CONSTRAINTS),
    indexes: await read<CatalogObject>(INDEXES),
    functions: await read<CatalogObject>(FUNCTIONS),
    triggers: await read<CatalogObject>(TRIGGERS),
    views: await read<CatalogObject>(VIEWS),
    grants: await read<CatalogGrant>(GRANTS),
  }
}

const EXTENSIONS = `select extname as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"`

const TABLES = `
  select n.nspname as schema, c.relname as name, c.reloptions as options,
         case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as "partitionKey"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by n.nspname collate "C", c.relname collate "C"`

const COLUMNS = `
  select n.nspname as schema, c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         coalesce(e.typname, t.typname) as "baseType", e.oid is not null as "isArray", not a.attnotnull as "isNullable",
         case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
              else 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') '
                   || case a.attgenerated when 's' then 'stored' else 'virtual' end end as "defaultText",
         case a.attidentity when 'a' then 'always' when 'd' then 'by default' end as identity,
         a.attgenerated <> '' as "isGenerated"
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend x where x.objid = c.oid and x.deptype = 'e')
  order by n.nspname collate "C", c.relname collate "C", a.attnum`

// Since PostgreSQL 18 "not null" is a constraint too; the columns show it already.
const CONSTRAINTS = `
  select n.nspname as schema, c.relname as on, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and k.contype <> 'n' and not c.relispartition
  order by n.nspname collate "C", c.relname collate "C",
           position(k.contype in 'pucfx'), k.conname collate "C"`

const INDEXES = `
  select n.nspname as schema, c.relname as on, i.relname as name, pg_get_indexdef(i.oid) as definition
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class c on c.oid = x.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and not c.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
  order by n.nspname collate "C", c.relname collate "C", i.relname collate "C"`

const FUNCTIONS = `
  select n.nspname as schema, '' as on, p.proname as name, pg_get_functiondef(p.oid) as definition
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any ($1) and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by n.nspname collate "C", p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`

const TRIGGERS = `
  select n.nspname as schema, c.relname as on, t.tgname as name, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and not t.tgisinternal and not c.relispartition
  order by n.nspname collate "C", c.relname collate "C", t.tgname collate "C"`

const VIEWS = `
  select n.nspname as schema, '' as on, c.relname as name, pg_get_viewdef(c.oid) as definition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind in ('v', 'm')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by n.nspname collate "C", c.relname collate "C"`

// The owner's own rights are left out: they follow from owning, and the owner's name differs from machine to machine.
const GRANTS = `
  with objects as (
    select 'table' as kind, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as object,
      c.relacl as acl, c.relowner as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    union all
    select 'sequence', quote_ident(n.nspname) || '.' || quote_ident(c.relname), c.relacl, c.relowner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind = 'S'
    union all
    select 'column', quote_ident(n.nspname) || '.' || quote_ident(c.relname) || ' (' || quote_ident(a.attname) || ')',
           a.attacl, c.relowner
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and a.attacl is not null and not c.relispartition
    union all
    select 'schema', quote_ident(n.nspname), n.nspacl, n.nspowner from pg_namespace n where n.nspname = any ($1)
    union all
    select 'function', p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any ($1)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  )
  select o.kind, o.object, case g.grantee when 0 then 'public' else quote_ident(r.rolname) end as grantee,
         string_agg(lower(g.privilege_type), ', ' order by g.privilege_type collate "C") as privileges
  from objects o
  cross join lateral aclexplode(o.acl) g
  left join pg_roles r on r.oid = g.grantee
  where g.grantee <> o.owner and (o.kind <> 'schema' or r.rolname is distinct from 'pg_database_owner')
  group by 1, 2, 3
  order by o.kind collate "C", o.object collate "C", min(coalesce(r.rolname, 'public')) collate "C"`
