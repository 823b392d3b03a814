// How full a disk is for the user that this program runs as.
import { statfs } from 'node:fs/promises'

export type DiskSpace = { freeBytes: number; totalBytes: number }

/** What a file system says of itself, in blocks (statfs). */
export type DiskBlocks = { bsize: number; blocks: number; bfree: number; bavail: number }

/** The disk that a folder lies on; null where the system does not tell. */
export async function readDisk(folder: string): Promise<DiskSpace | null> {
  try {
    return toDiskSpace(await statfs(folder))
  } catch {
    return null
  }
}

/**
 * Blocks as space. What is kept back (for root, or beyond a quota) is neither free nor part of the whole, or a disk of
 * which much is kept back would pass for full while half of it can be written.
 */
export function toDiskSpace({ bsize, blocks, bfree, bavail }: DiskBlocks): DiskSpace {
  return { freeBytes: bavail * bsize, totalBytes: (blocks - bfree + bavail) * bsize }
}
