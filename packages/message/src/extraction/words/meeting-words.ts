const words =
  'meeting, meetings, conference, webinar, dial-in, dial in, besprechung, konferenz, videokonferenz, einwahl, réunion, visioconférence, conférence, reunión, videoconferencia, videollamada, reunião, videoconferência, riunione, videoconferenza, vergadering, videovergadering, möte, mötes, møde, møte, kokous, kokouksen, spotkanie, spotkania, schůzka, schůzky, porada, schôdza, értekezlet, megbeszélés, ședință, şedinţă, sastanak, sestanek, състанк, среща, συνάντηση, σύσκεψη, toplantı, toplantısı, встреча, встрече, встречи, конференция, конференции, зустріч, нарада, susitikimas, sapulce, koosolek, rapat, mesyuarat, cuộc họp, kikao, vergaderings-id';
const joined =
  '会议|會議|会議|ミーティング|미팅|회의|การประชุม|ประชุม|मीटिंग|बैठक|মিটিং|কনফারেন্স|கூட்டம்|సమావేశ|اجتماع|الاجتماع|جلسه|میٹنگ|פגישה|ישיבה|შეხვედრ|հանդիպ';

/** A number that opens a meeting stays the same for all who come; it confirms nothing. */
export const MEETING = new RegExp(
  `(?<!\\p{L})(?:${words.split(', ').join('|')})(?!\\p{L})|${joined}|(?<!\\p{L})ID[\\s:：]{0,3}\\d{3}[ -]\\d{3,4}[ -]\\d{3,4}(?!\\d)`,
  'iu',
);
