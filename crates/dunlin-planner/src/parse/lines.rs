//! A list that was pasted as a goal: lines, or numbered things in one line, each of which is a todo.

use dunlin_base::Span;

use crate::{
    lang::{
        en::{
            connectors::{AND, TODO},
            doubts::{LIST, LIST_NOUNS},
            lists::{ADD_THESE, AS_WELL_AS, BUYS, COLON, HEADERS, HEADS_OF_ONE, HEADS_OF_SEVERAL, LINE_END, SEVERAL},
            offers::ONTO_A_LIST,
            pauses::{ADD, LISTS, TO},
            phrases::CALLS,
        },
        grammar::HANDLED_ELSEWHERE,
    },
    model::{
        intent::TodoIntent,
        request::Found,
        token::{Token, TokenKind, span_of},
    },
    parse::{again::comma_for, goods, reader::Reader},
};

/// The most words of the head of a list, and of a thing before the last.
const LONGEST_HEAD: usize = 8;
const LONGEST_THING: usize = 3;

/// The fewest lines that are a list, and the most.
const FEWEST: usize = 2;
const MOST: usize = 50;

/// What stands above the lines.
enum Header<'t> {
    /// That they are todos: "todo:", "add these".
    Todos,
    /// The list that they go to: "shopping:".
    List(&'t [Token]),
}

/// "new tasks: clean the gutters; paint the shed": what stands between semicolons behind such a head is one list. Nothing where one of them
/// asks for something.
pub(crate) fn with_semicolons_listed(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let colon = tokens.iter().take(LONGEST_HEAD).position(|token| token.is_sign(':'))?;
    let (head, said) = (tokens.get(..colon)?, tokens.get(colon + 1..)?);
    // "buy: glue / tape / twine"
    let parts = |token: &Token| token.is_sign(';') || token.is_sign('/') && !token.glued;
    let of_one = head.iter().position(|token| reader.is(token, HEADS_OF_ONE)).filter(|at| at + 1 == head.len());
    let headed = of_one.is_some() || reader.any_is(head, HEADS_OF_SEVERAL) || reader.first_is(head, BUYS);
    if !said.iter().any(parts) || !headed {
        return None;
    }
    // "todo: call the bank; they close at 5" is of one.
    let mut asks = |item: &[Token]| {
        !is_thing(item)
            || of_one.is_some() && reader.tells(item)
            || matches!(reader.find(item), Found::Request(request) if request.anchored)
    };
    if said.split(parts).filter(|item| !item.is_empty()).any(&mut asks) {
        return None;
    }
    let listed = |token: &Token| if parts(token) { comma_for(reader, token) } else { *token };
    let mut words = [tokens.get(..=colon)?, &said.iter().map(listed).collect::<Vec<_>>()].concat();
    // "todo: call the bank; fix the door" is of several.
    if let Some(at) = of_one {
        words.get_mut(at)?.word = reader.grammar.vocabulary().id(SEVERAL);
    }
    reader.give_places(&mut words);
    Some(words)
}

/// "cups, plates as well as napkins": the last of a list. Nothing where no comma stands before it.
pub(crate) fn with_the_last_listed(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = |at: &usize| AS_WELL_AS.iter().any(|run| reader.begins(tokens.get(*at..).unwrap_or_default(), run));
    let at = (2..tokens.len()).find(said)?;
    let length = AS_WELL_AS.iter().find(|run| reader.begins(tokens.get(at..).unwrap_or_default(), run))?.len();
    let last = tokens.get(..at)?.iter().rev().take_while(|token| token.kind == TokenKind::Word).count();
    let before = at.checked_sub(last + 1).and_then(|at| tokens.get(at));
    let listed = (1..=LONGEST_THING).contains(&last) && before.is_some_and(|sign| sign.is_sign(','));
    let and = reader.unsaid(AND, tokens.get(at)?.span.start, tokens.get(at)?);
    let mut words = [tokens.get(..at)?, &[and], tokens.get(at + length..)?].concat();
    listed.then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// The words with each line said as a todo to be added; nothing when they are no list, or when a line of it asks for something.
pub(crate) fn as_todos(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let lines = lines(reader, tokens)?;
    let (first, rest) = lines.split_first()?;
    let (header, items) = match header(reader, first) {
        Some(header) => (header, rest),
        None => (Header::Todos, lines.as_slice()),
    };
    let headed = items.len() < lines.len();
    let bare = |line: &&[Token]| line.get(reader.grammar.bullet(line)..).unwrap_or_default().to_vec();
    let bulleted = items.iter().all(|line| reader.grammar.bullet(line) > 0);
    let items: Vec<Vec<Token>> = items.iter().map(bare).collect();
    let fewest = if headed { 1 } else { FEWEST };
    if !(fewest..=MOST).contains(&items.len()) || items.iter().any(|item| !is_thing(item)) {
        return None;
    }
    // Without a header they are things only where none of them is a request, and bullets or verbs say that they are meant so.
    if !headed {
        // "ring the doctor" is a todo by itself already.
        let is_todo = |found: Found<'_>| match found {
            Found::Nothing => true,
            Found::Request(request) => request.todo() == Some(TodoIntent::Add) && request.row.is_none(),
            Found::Pointing(_) | Found::Missing(_) => false,
        };
        let asks = items.iter().any(|item| !is_todo(reader.find(item)));
        // "call mum" beside "write cards" is one more thing to do, and alone as well an order to whoever listens.
        let deeds = |item: &Vec<Token>| {
            reader.is_deed(item)
                || [HANDLED_ELSEWHERE, CALLS].iter().any(|verbs| reader.first_is(item, verbs)) && item.len() > 1
        };
        // "the kids broke the blender. add a new one to shopping" tells why, and asks.
        let named = |pair: &[Token]| matches!(pair, [onto, list] if reader.is(onto, ONTO_A_LIST) && reader.is_own_list(std::slice::from_ref(list)));
        let onto_a_list = |item: &[Token]| reader.any_is(item, LISTS) || item.windows(2).any(named);
        let told = |item: &Vec<Token>| reader.first_is(item, ADD) && onto_a_list(item) || reader.states(item);
        let deeds = items.iter().all(deeds) && items.iter().any(|item| reader.is_deed(item)) && !items.iter().any(told);
        let goods = items.iter().all(|item| goods::are_known(reader, item));
        if asks || !bulleted && !deeds && !goods {
            return None;
        }
    }
    let vocabulary = reader.grammar.vocabulary();
    let at = |place: usize, kind: TokenKind, word: u16| Token {
        span: Span::new(place, place),
        kind,
        word,
        index: 0,
        glued: false,
        numeric: false,
    };
    let [add, todo, to, end, colon, noun] = [ADD, TODO, TO, LINE_END, COLON, LIST].map(|word| vocabulary.id(word));
    let mut words = Vec::with_capacity(tokens.len() + 4 * items.len());
    for item in &items {
        let place = item.first()?.span.start;
        if !words.is_empty() {
            words.push(at(place, TokenKind::LineEnd, end));
        }
        words.push(at(place, TokenKind::Word, add));
        words.push(at(place, TokenKind::Word, todo));
        words.push(at(place, TokenKind::Sign(':'), colon));
        words.extend(item);
        if let Header::List(list) = header {
            let place = item.last()?.span.end;
            words.push(at(place, TokenKind::Word, to));
            words.extend(list);
            if !reader.last_is(list, LIST_NOUNS) {
                words.push(at(place, TokenKind::Word, noun));
            }
        }
    }
    reader.give_places(&mut words);
    Some(words)
}

/// What was perhaps meant by lines that ask for nothing: that they are added.
pub(crate) fn offer(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<String> {
    let lines = lines(reader, tokens)?;
    // "born 2 august 1958. age?" asks something.
    let asks = |line: &[Token]| line.last().is_some_and(|last| last.is_sign('?'));
    let plain = lines.iter().all(|line| is_thing(line) && !asks(line) && matches!(reader.find(line), Found::Nothing));
    (plain && lines.len() <= MOST).then(|| {
        let said = lines.iter().map(|line| span_of(line).of(reader.goal));
        std::iter::once(ADD_THESE).chain(said).collect::<Vec<_>>().join(LINE_END)
    })
}

/// The lines, or the numbered things of one; nothing where there are fewer than two.
fn lines<'t>(reader: &Reader<'_>, tokens: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    if !tokens.iter().any(|token| token.kind == TokenKind::LineEnd) {
        return numbered(reader, tokens).or_else(|| sentences(tokens));
    }
    let lines = tokens.split(|token| token.kind == TokenKind::LineEnd);
    let lines: Vec<&[Token]> = lines.filter(|line| !line.is_empty()).collect();
    (lines.len() >= FEWEST).then_some(lines)
}

/// "1. strip wallpaper 2. fill cracks": numbered from one, in order, with perhaps a header before.
fn numbered<'t>(reader: &Reader<'_>, tokens: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let is_one = |token: &Token| token.kind == TokenKind::Number && token.span.of(reader.goal) == "1";
    if !tokens.iter().any(is_one) {
        return None;
    }
    let mut starts = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let next = (starts.len() + 1).to_string();
        let fits = token.span.of(reader.goal) == next && !token.glued;
        if fits && reader.grammar.bullet(tokens.get(at..).unwrap_or_default()) == 2 {
            starts.push(at);
        }
    }
    let first = *starts.first().filter(|_| starts.len() >= FEWEST)?;
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    let items = starts.iter().zip(ends).filter_map(|(start, end)| tokens.get(*start..end));
    let header = tokens.get(..first).filter(|header| !header.is_empty());
    Some(header.into_iter().chain(items).collect())
}

/// "Call mum on Sunday. Post the parcel. Buy stamps today."
fn sentences(tokens: &[Token]) -> Option<Vec<&[Token]>> {
    let ends = |at: usize| {
        tokens.get(at).is_some_and(|sign| sign.is_sign('.')) && !tokens.get(at + 1).is_some_and(|next| next.glued)
    };
    let stops: Vec<usize> = (0..tokens.len()).filter(|at| ends(*at)).collect();
    let starts = std::iter::once(0).chain(stops.iter().map(|stop| stop + 1));
    let ends = stops.iter().copied().chain([tokens.len()]);
    let said = starts.zip(ends).filter_map(|(start, end)| tokens.get(start..end));
    let said: Vec<&[Token]> = said.filter(|sentence| !sentence.is_empty()).collect();
    (said.len() >= FEWEST && said.iter().all(|sentence| sentence.len() >= FEWEST)).then_some(said)
}

/// Whether a line can be a todo's words.
fn is_thing(item: &[Token]) -> bool {
    let worded = |token: &Token| matches!(token.kind, TokenKind::Word | TokenKind::Quoted);
    item.iter().any(|token| worded(token) && !token.numeric)
}

fn header<'t>(reader: &mut Reader<'_>, line: &'t [Token]) -> Option<Header<'t>> {
    let colons = line.iter().rev().take_while(|token| token.is_sign(':') || token.is_sign('-')).count();
    let line = line.get(..line.len() - colons).filter(|line| (1..=8).contains(&line.len()))?;
    // "garden list: mow, dig. show it" has its things on the line.
    if line.iter().any(|token| token.is_sign(':') || token.is_sign(',')) {
        return None;
    }
    let said: Vec<_> = line.iter().map(|token| reader.word(token)).collect();
    let said = said.join(" ");
    if HEADERS.iter().any(|known| *known == said) {
        return Some(Header::Todos);
    }
    if let [only] = line
        && reader.grammar.known_lists.contains(only.word)
    {
        return Some(Header::List(line));
    }
    // "show my shopping list" asks for one.
    let asks = reader.is_beginner(line.first()?);
    if !asks && reader.list_said(line).is_some_and(|name| !name.is_empty()) {
        return Some(Header::List(line));
    }
    match reader.find(line) {
        Found::Pointing(request) | Found::Missing(request) | Found::Request(request)
            if matches!(request.todo(), Some(TodoIntent::AddWhat | TodoIntent::AddSeveral)) =>
        {
            Some(request.slots.name.map_or(Header::Todos, Header::List))
        }
        _ => None,
    }
}
