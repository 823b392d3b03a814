// Stage 4: what a message earns. Pure and exact: micro-USD, no rounding anywhere.

/**
 * @param rateMicros micro-USD per segment, in force for the range when the message was received
 * @param segments SMS parts that came
 * @param isTest a message to a test number never earns
 */
export function rate(rateMicros: bigint, segments: number, isTest: boolean): bigint {
  return isTest ? 0n : rateMicros * BigInt(segments)
}
