import { benchIngest } from './ingest.ts'
await benchIngest(process.argv.slice(2))
