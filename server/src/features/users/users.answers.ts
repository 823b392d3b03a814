// Reads answers in tests. Imported by tests only.
import type { Answer } from './users.fixture.ts'

export function ids(body: Record<string, unknown>): string[] {
  return (body['items'] as { id: string }[]).map((item) => item.id)
}

export function errorOf(answer: Answer): { code: string; message: string; fields?: Record<string, string> } {
  return answer.body['error'] as { code: string; message: string; fields?: Record<string, string> }
}
