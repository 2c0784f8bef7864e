// PuzzleScript for CodeMirror: a stream language that knows the sections and what stands in each.

import { LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";

const SECTIONS = ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];
const SETTINGS =
  /^(title|author|homepage|background_color|text_color|again_interval|realtime_interval|key_repeat_interval|flickscreen|zoomscreen|noaction|noundo|norestart|norepeat_action|require_player_movement|run_rules_on_level_start|scanline|throttle_movement|verbose_logging|debug|color_palette|youtube)\b/i;
const COLOURS =
  /^(black|white|lightgr[ae]y|gr[ae]y|darkgr[ae]y|red|darkred|lightred|brown|darkbrown|lightbrown|orange|yellow|green|darkgreen|lightgreen|blue|lightblue|darkblue|purple|pink|transparent)\b/i;
const DIRECTIONS =
  /^(up|down|left|right|horizontal|vertical|orthogonal|perpendicular|parallel|moving|stationary|action|randomdir|no|\^|>|<|v)(?![\w])/i;
const RULE_WORDS = /^(late|rigid|random|startloop|endloop|option|choose|or|helper|\+)(?![\w])/i;
const COMMANDS = /^(cancel|checkpoint|restart|win|again|message|sfx\d+|nosave|quit)\b/i;
const EVENTS =
  /^(move|action|create|destroy|cantmove|undo|restart|titlescreen|startgame|cancel|endgame|startlevel|endlevel|showmessage|closemessage|sfx\d+)\b/i;
const WINS = /^(all|some|any|no|on)\b/i;

interface State {
  section: string;
  depth: number;
  /** In OBJECTS: whether the line has the name, the colours or pixels. */
  part: "name" | "colours" | "pixels";
  /** A message: the rest of the line is text. */
  text: boolean;
}

/** `rules`: a list of rules without sections, as transformations are. */
export function puzzleScript(rules = false): LanguageSupport {
  const parser: StreamParser<State> = {
    name: "puzzlescript",
    startState: () => ({ section: rules ? "rules" : "", depth: 0, part: "name", text: false }),
    blankLine: (state) => {
      state.part = "name";
    },
    token(stream, state) {
      if (stream.sol()) state.text = false;
      if (state.depth) return comment(stream, state);
      if (stream.eatSpace()) return null;
      if (stream.peek() === "(") return comment(stream, state);
      if (stream.sol() || stream.column() === stream.indentation()) {
        if (stream.match(/^=+\s*$/)) return "comment";
        const word = /^(\w+)\s*$/.exec(stream.string.slice(stream.pos))?.[1].toLowerCase();
        if (word && SECTIONS.includes(word) && !rules) {
          state.section = word;
          state.part = "name";
          stream.skipToEnd();
          return "keyword";
        }
      }
      if (state.text) {
        stream.skipToEnd();
        return "string";
      }
      return inSection(stream, state);
    },
    languageData: { commentTokens: { block: { open: "(", close: ")" } } },
  };
  return new LanguageSupport(StreamLanguage.define(parser));
}

type Stream = Parameters<StreamParser<State>["token"]>[0];

function comment(stream: Stream, state: State): string {
  while (!stream.eol()) {
    const letter = stream.next();
    if (letter === "(") state.depth++;
    else if (letter === ")" && --state.depth <= 0) {
      state.depth = 0;
      break;
    }
  }
  return "comment";
}

function inSection(stream: Stream, state: State): string | null {
  switch (state.section) {
    case "":
      if (stream.match(SETTINGS)) {
        state.text = true;
        return "propertyName";
      }
      break;
    case "objects":
      return inObjects(stream, state);
    case "rules":
      if (stream.match(/^->/)) return "operator";
      if (stream.match(/^\.\.\./)) return "operator";
      if (stream.match(/^[[\]|]/)) return "punctuation";
      if (stream.match(/^message\b/i)) {
        state.text = true;
        return "keyword";
      }
      if (stream.match(COMMANDS) || stream.match(RULE_WORDS)) return "keyword";
      if (stream.match(DIRECTIONS)) return "atom";
      if (stream.match(/^\d+(\.\d+)?/)) return "number";
      break;
    case "sounds":
      if (stream.match(/^\d+/)) return "number";
      if (stream.match(EVENTS)) return "keyword";
      break;
    case "winconditions":
      if (stream.match(WINS)) return "keyword";
      break;
    case "legend":
      if (stream.match(/^=/)) return "operator";
      if (stream.match(/^(and|or)\b/i)) return "keyword";
      break;
    case "levels":
      if (stream.match(/^message\b/i)) {
        state.text = true;
        return "keyword";
      }
      stream.match(/^[^(]+/) || stream.next();
      return null;
  }
  if (stream.match(/^[\p{L}\p{N}_]+/u)) return state.section ? "typeName" : null;
  stream.next();
  return null;
}

function inObjects(stream: Stream, state: State): string | null {
  const first = stream.column() === stream.indentation();
  if (state.part === "pixels") {
    if (stream.match(/^[.\d]+\s*$/)) return "number";
    state.part = "name";
  }
  if (state.part === "name") {
    stream.match(/^[^\s(]+/) || stream.next();
    if (/^\s*(\(.*)?$/.test(stream.string.slice(stream.pos))) state.part = "colours";
    return first ? "propertyName" : "typeName";
  }
  if (stream.match(/^#[0-9a-f]{3,8}\b/i) || stream.match(COLOURS)) {
    if (/^\s*$/.test(stream.string.slice(stream.pos))) state.part = "pixels";
    return "string";
  }
  stream.next();
  return null;
}
