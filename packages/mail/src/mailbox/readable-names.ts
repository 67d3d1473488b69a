import { randomInt } from 'node:crypto';

const QUALITIES = `able amber apt azure bold brave breezy bright brisk calm candid cheery civil clear clever coral cosy
  crisp dapper deft early eager easy fair fleet fond fresh gentle glad golden grand green happy hardy honest humble
  jolly keen kind lively loyal lucky lunar mellow merry mild misty neat nimble noble patient plucky polite proud quick
  quiet rapid ready robust rosy ruby rustic sage serene sharp silver sincere snowy solar spry steady sturdy sunny swift
  tidy tranquil true vivid warm wise witty young zesty`.split(/\s+/);

const BEINGS =
  `acorn alder ash aspen badger bamboo beaver birch bison bluebell bramble cedar cicada clover condor cricket
  crocus curlew cypress dahlia daisy dolphin dove eagle egret elk elm falcon fern finch fir foxglove gazelle gecko
  gannet ginkgo hare hawthorn hazel heather hedgehog heron hickory holly ibex ibis iris ivy jackdaw juniper kestrel
  kiwi koala lark laurel lavender lemur lichen lilac linden lotus lupin lynx magnolia maple marigold marten meadow
  mimosa moss myrtle narwhal newt oak ocelot olive orca orchid oriole osprey otter panda pansy peony petrel pine
  plover poplar poppy primrose puffin quail raven reed robin rowan rush sable salmon seal sedge sorrel sparrow spruce
  starling stork swallow swan sycamore tapir teal tern thistle thrush tulip turtle violet walnut walrus willow wombat
  wren yarrow yew zebra`.split(/\s+/);

/** A name that a person can read and say: two words and a number. More digits make more names. */
export function readableName(digits: number): string {
  const of = (words: readonly string[]) => words[randomInt(words.length)] ?? '';
  return `${of(QUALITIES)}-${of(BEINGS)}-${randomInt(10 ** (digits - 1), 10 ** digits)}`;
}
