//! The picture: axes, marks and names, drawn by `plotters`.

use std::{fmt::Write, ops::Range};

use plotters::{
    coord::{
        Shift,
        ranged1d::{DefaultFormatting, KeyPointHint, Ranged},
    },
    prelude::{
        Cartesian2d, ChartBuilder, ChartContext, Circle, Color, DrawingArea, DrawingAreaErrorKind, IntoDrawingArea,
        LineSeries, Pie, RGBColor, Rectangle, Text, TextStyle,
    },
    style::{BLACK, IntoFont, RGBAColor},
};

use super::{
    Input, Kind,
    data::{Along, Data, extent, plain},
    surface::{PALETTE, Surface, escaped},
};

type Failed = DrawingAreaErrorKind<std::fmt::Error>;
type Area<'a> = DrawingArea<Surface<'a>, Shift>;
type Plot<'a, 'b> = ChartContext<'b, Surface<'a>, Cartesian2d<Axis, Axis>>;

/// A scale with marks where we want them. The library's own looks for round numbers for very long where they are large and
/// near to each other.
struct Axis {
    from: f64,
    to: f64,
    marks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let part = (value - self.from) / (self.to - self.from);
        limit.0 + (part * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.marks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

const LETTERS: f64 = 13.0;
/// The longest name that is written; the table has all of it.
const MOST_LETTERS: usize = 24;

/// The whole picture. The description and the title are read aloud in its place.
pub(super) fn svg(input: &Input, data: &Data, description: &str) -> Result<String, Failed> {
    let mut shapes = String::new();
    draw(input, data, &mut shapes)?;
    let (title, description) = (escaped(&input.title), escaped(description));
    let (width, height) = (input.width, input.height);
    // Several charts may stand in one page, so what names them is made from what they are.
    let id = format!("chart-{:016x}", hash(&[&shapes, &title, &description]));
    let mut out = String::new();
    // Writing into a text cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" font-family=\"system-ui, sans-serif\">\n\
         <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n{shapes}</svg>"
    );
    Ok(out)
}

/// FNV-1a.
fn hash(texts: &[&str]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn draw(input: &Input, data: &Data, shapes: &mut String) -> Result<(), Failed> {
    let area = Surface { size: (input.width, input.height), out: shapes }.into_drawing_area();
    let (head, body) = area.split_vertically(32);
    let middle = (input.width / 2).cast_signed();
    head.draw(&Text::new(cut(&input.title, 90), (middle, 16), middle_of(&words(16.0))))?;
    if input.kind == Kind::Pie {
        return pie(input, data, &body);
    }
    let body = if data.series.len() > 1 {
        let (names, body) = body.split_vertically(22);
        legend(data, &names)?;
        body
    } else {
        body
    };
    plot(input, data, &body)
}

fn color(at: usize) -> RGBColor {
    PALETTE.get(at % PALETTE.len()).map_or(BLACK, |(r, g, b)| RGBColor(*r, *g, *b))
}

fn words(size: f64) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", size).into_font()).color(&BLACK)
}

fn middle_of(style: &TextStyle<'static>) -> TextStyle<'static> {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    style.pos(Pos::new(HPos::Center, VPos::Center))
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Which colour is which column.
fn legend(data: &Data, area: &Area<'_>) -> Result<(), Failed> {
    let (width, _) = area.dim_in_pixel();
    let room = (width.saturating_sub(24) / data.series.len().max(1) as u32).cast_signed();
    for ((at, series), number) in data.series.iter().enumerate().zip(0i32..) {
        let x = 12 + room * number;
        area.draw(&Rectangle::new([(x, 5), (x + 12, 17)], color(at).filled()))?;
        let most = ((f64::from(room) - 24.0) / (LETTERS * 0.55)).max(2.0) as usize;
        area.draw(&Text::new(cut(&series.name, most), (x + 18, 5), words(LETTERS)))?;
    }
    Ok(())
}

fn pie(input: &Input, data: &Data, area: &Area<'_>) -> Result<(), Failed> {
    let (width, height) = area.dim_in_pixel();
    let (center, radius) =
        (((width / 2).cast_signed(), (height / 2).cast_signed()), f64::from(width.min(height)) * 0.36);
    let sizes: Vec<f64> =
        data.series.iter().flat_map(|series| &series.values).map(|value| value.unwrap_or(0.0)).collect();
    let colors: Vec<RGBColor> = (0..sizes.len()).map(color).collect();
    let total: f64 = sizes.iter().sum();
    let room = ((f64::from(input.width) / 2.0 - radius) / (LETTERS * 0.6)).max(4.0) as usize;
    let share = |(label, size): (String, &f64)| {
        let share = format!(" {}%", plain((size / total * 1000.0).round() / 10.0));
        cut(&label, room.saturating_sub(share.len()).clamp(2, MOST_LETTERS)) + &share
    };
    let labels: Vec<String> = data.labels().into_iter().zip(&sizes).map(share).collect();
    let mut pie = Pie::new(&center, &radius, &sizes, &colors, &labels);
    pie.start_angle(-90.0);
    pie.label_style(words(LETTERS));
    pie.label_offset(14.0);
    area.draw(&pie)
}

fn plot(input: &Input, data: &Data, area: &Area<'_>) -> Result<(), Failed> {
    let (least, most) =
        extent(data.series.iter().flat_map(|series| &series.values).flatten().copied()).unwrap_or((0.0, 1.0));
    // A bar says its number by its length, so it begins at nothing.
    let from_zero = matches!(input.kind, Kind::Bar | Kind::Histogram);
    let (least, most) = if from_zero { (least.min(0.0), most.max(0.0)) } else { (least, most) };
    let up = ticks(least, most, 6);
    let (low, high) = (least.min(first(&up)), most.max(last(&up)));
    let labels = data.labels();
    let (from, to, along) = match &data.along {
        Along::Numbers(numbers) => {
            let (least, most) = extent(numbers.iter().copied()).unwrap_or((0.0, 1.0));
            let along = ticks(least, most, 8);
            (least.min(first(&along)), most.max(last(&along)), along)
        }
        Along::Names(_) | Along::Ranges(_) => {
            let longest = labels.iter().map(|label| label.chars().count().min(MOST_LETTERS)).max().unwrap_or(1);
            let fits = (f64::from(input.width) - 100.0) / ((longest as f64 + 1.0) * LETTERS * 0.6);
            let every = (labels.len() as f64 / fits.max(1.0)).ceil().max(1.0) as usize;
            (0.0, labels.len() as f64, (0..labels.len()).step_by(every).map(|at| at as f64 + 0.5).collect())
        }
    };
    let on_a_scale = matches!(data.along, Along::Numbers(_));
    let mut builder = ChartBuilder::on(area);
    builder.margin(12).margin_right(24).x_label_area_size(46).y_label_area_size(68);
    let across = Axis { from, to, marks: along };
    let mut chart = builder.build_cartesian_2d(across, Axis { from: low, to: high, marks: up })?;
    let name = |at: &f64| {
        if on_a_scale { plain(*at) } else { cut(labels.get(*at as usize).map_or("", String::as_str), MOST_LETTERS) }
    };
    let number = |at: &f64| plain(*at);
    let mut mesh = chart.configure_mesh();
    mesh.axis_style(BLACK).bold_line_style(RGBAColor(0, 0, 0, 0.15)).light_line_style(RGBAColor(0, 0, 0, 0.0));
    mesh.label_style(words(LETTERS)).axis_desc_style(words(LETTERS)).x_desc(cut(&data.x, 60));
    mesh.x_label_formatter(&name).y_label_formatter(&number).disable_x_mesh();
    if let [series] = data.series.as_slice() {
        mesh.y_desc(cut(&series.name, 40));
    }
    mesh.draw()?;
    marks(input.kind, data, &mut chart)
}

fn marks(kind: Kind, data: &Data, chart: &mut Plot<'_, '_>) -> Result<(), Failed> {
    let x = |at: usize| match &data.along {
        Along::Numbers(numbers) => numbers.get(at).copied().unwrap_or_default(),
        Along::Names(_) | Along::Ranges(_) => at as f64 + 0.5,
    };
    let count = data.series.len() as f64;
    for (which, series) in data.series.iter().enumerate() {
        let color = color(which);
        let known = || series.values.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?)));
        match kind {
            Kind::Bar | Kind::Histogram => {
                // Ranges touch each other, names do not.
                let (room, gap) = if kind == Kind::Bar { (0.8 / count, 0.1) } else { (0.98, 0.01) };
                let bar = |(at, value): (usize, f64)| {
                    let from = at as f64 + gap + room * which as f64;
                    Rectangle::new([(from, 0.0), (from + room, value)], color.filled())
                };
                chart.draw_series(known().map(bar))?;
            }
            Kind::Line => {
                // Where there is no number the line ends, and begins again after it.
                let values: Vec<Option<(f64, f64)>> =
                    series.values.iter().enumerate().map(|(at, value)| Some((x(at), (*value)?))).collect();
                for piece in values.split(Option::is_none).filter(|piece| piece.len() > 1) {
                    chart.draw_series(LineSeries::new(piece.iter().copied().flatten(), color.stroke_width(2)))?;
                }
                let dots = |(at, value): (usize, f64)| Circle::new((x(at), value), 3, color.filled());
                chart.draw_series(known().map(dots))?;
            }
            Kind::Scatter | Kind::Pie => {
                let dots = |(at, value): (usize, f64)| Circle::new((x(at), value), 4, color.filled());
                chart.draw_series(known().map(dots))?;
            }
        }
    }
    Ok(())
}

fn first(ticks: &[f64]) -> f64 {
    ticks.first().copied().unwrap_or(0.0)
}

fn last(ticks: &[f64]) -> f64 {
    ticks.last().copied().unwrap_or(1.0)
}

/// Round numbers from at or below `least` to at or above `most`, about so many.
fn ticks(least: f64, most: f64, about: u32) -> Vec<f64> {
    let (least, most) = if most > least { (least, most) } else { (least - 1.0, most + 1.0) };
    let rough = ((most - least) / f64::from(about)).max(most.abs().max(least.abs()) * 1e-12);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= rough).unwrap_or(rough);
    let (from, to) = ((least / step).floor(), (most / step).ceil());
    (0..=((to - from).clamp(1.0, 50.0) as u32)).map(|at| (from + f64::from(at)) * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_few_and_around_all_numbers() {
        for (least, most, expected) in [
            (0.0, 142.3, vec![0.0, 50.0, 100.0, 150.0]),
            (-3.0, 3.0, vec![-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]),
            (5.0, 5.0, vec![4.0, 4.5, 5.0, 5.5, 6.0]),
        ] {
            assert_eq!(ticks(least, most, 6), expected);
        }
        for (least, most) in [(1e15 - 1.0, 1e15), (1e-12, 2e-12), (-1e15, 1e15), (0.1, 0.1 + 1e-16)] {
            let ticks = ticks(least, most, 6);
            assert!((2..=52).contains(&ticks.len()) && ticks.is_sorted(), "{least} {most}: {ticks:?}");
            let slack = most.abs() * 1e-12;
            assert!(first(&ticks) <= least + slack && last(&ticks) >= most - slack, "{least} {most}: {ticks:?}");
        }
    }
}
