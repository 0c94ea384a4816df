/** Articles and prepositions, which say nothing of a song. */
export const SMALL_WORD =
  /^(a|an|the|of|in|and|on|to|for|el|la|le|de|der|die|das|i|o|e|y|et|und|og|och|no|ga|wa|wo|by|at|us)$/;
